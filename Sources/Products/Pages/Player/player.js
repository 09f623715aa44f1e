// SPDX-License-Identifier: MIT
// Plays a radial scene stream on a canvas, in time with its sound.
addEventListener('DOMContentLoaded', () => {
const element = name => document.getElementById(name);
const take = name => {
  const source = element(name), text = source ? source.textContent.trim() : '';
  if (source) source.remove();
  return text;
};
const note = element('note');
note.hidden = true;
note.removeAttribute('class');
function tell(text) {
  note.textContent = text;
  note.hidden = false;
}
/** The Adler-32 of a text in UTF-8. */
function checksum(text) {
  let low = 1, high = 0;
  for (const byte of new TextEncoder().encode(text)) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return high * 65536 + low;
}
const sum = Number(element('head')?.dataset.sum), coded = take('head');
if (checksum(coded) !== sum) {
  element('bar').remove();
  return tell('This page is damaged.');
}
const head = JSON.parse(coded), scenes = take('scenes');
const canvas = element('picture'), sound = element('sound');
if (!canInflate()) {
  element('bar').remove();
  return tell('This browser is too old for this page. A browser of 2023 or later plays it.');
}
const [numerator, denominator] = head.rate;
const length = head.frames * denominator / numerator;
const frameAt = time => Math.floor(time * numerator / denominator + 1e-6);

// Chunks ------------------------------------------------------------------------------------------
const starts = [0];
for (const size of head.chunks) starts.push(starts[starts.length - 1] + size);
const chunks = new Map();
async function inflate(text, sum) {
  if (checksum(text) !== sum) throw new RangeError();
  return inflated(text);
}
function chunk(number) {
  if (number >= head.chunks.length) return null;
  let promise = chunks.get(number);
  if (!promise) {
    promise = inflate(scenes.slice(starts[number], starts[number + 1]), head.sums[number]);
    promise.catch(() => {}); // Who waits for it is told.
    chunks.set(number, promise);
    if (chunks.size > 4) chunks.delete(chunks.keys().next().value);
  }
  return promise;
}

// Pixels ------------------------------------------------------------------------------------------
const picture = radialPicture(canvas, head, redraw);
// In a window that is higher than wide, such as that of a phone, a wide picture leaves its words to the
// bar, and a disc fills the width.
let isUpright = false, hadCard = false;
/** Whether the poster at the end is shown, whose figure has another place. */
const isCard = () => head.card !== null && current >= head.card[0];
function redraw() {
  picture.spoil();
  if (current >= 0 && !isBusy) picture.draw();
}
const isClear = head.background[3] < 255;
/** Whether black differs more from a colour than white, by WCAG: the one that does is at 4.5 : 1 or more. */
function isLight(red, green, blue) {
  const linear = value => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  return .2126 * linear(red) + .7152 * linear(green) + .0722 * linear(blue) > .1791;
}
let paper = '';
/** The page around the picture has the colour of its ground, and the bar black or white on it. A transparent
 *  picture is on black or white, from which it differs more; in another page, on that page. */
function choosePaper() {
  const style = document.documentElement.style;
  let color = picture.ground();
  if (isClear) {
    const { data } = picture.context.getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) {
      sum += (isLight(data[i], data[i + 1], data[i + 2]) ? 1 : -1) * data[i + 3];
    }
    color = sum < 0 ? '#fff' : '#000';
  } else if (color === paper) return;
  paper = color;
  const isBright = isClear ? color === '#fff' : isLight(...color.match(/\d+/g).slice(0, 3).map(Number));
  style.setProperty('--paper', color);
  style.setProperty('--ink', isBright ? '#000' : '#fff');
  if (!isClear || window === top) style.background = 'var(--paper)';
  if (!isClear) document.querySelector('meta[name=theme-color]')?.setAttribute('content', color);
}
let current = -1, loaded = -1, wanted = -1, isBusy = false;
/** Shows a frame, the newest that was asked for. */
async function show(frame) {
  wanted = Math.min(Math.max(frame, 0), head.frames - 1);
  if (isBusy) return;
  isBusy = true;
  while (wanted !== current) {
    const frame = wanted, number = Math.floor(frame / head.chunk), start = number * head.chunk;
    try {
      if (number !== loaded || frame < current) {
        const bytes = await chunk(number);
        loaded = number;
        picture.open(bytes);
        current = start - 1;
        chunk(number + 1);
      }
      for (; current < frame; current++) picture.readFrame();
      if (isUpright && isCard() !== hadCard) fit();
      picture.draw();
    } catch {
      const end = Math.min(start + head.chunk, head.frames);
      const [from, to] = [start, end].map(frame => spoken(frame * denominator / numerator));
      tell(`This page is damaged from ${from} to ${to}.`);
      // Nothing is left of a chunk that was read in part.
      if (loaded === number) { picture.close(); loaded = current = -1; }
      break;
    }
  }
  if (!isClear || !canvas.dataset.frame) choosePaper();
  canvas.dataset.frame = current;
  isBusy = false;
}

// Time --------------------------------------------------------------------------------------------
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
const clock = () => performance.now() / 1000;
// Without sound: where the playing began, and when. With sound: what the sound said last, and when;
// some browsers say so only some times a second.
let base = 0, since = 0, isRunning = false, isPoster = true, wasOn = false, next = 0;
const isPlaying = () => sound ? !sound.paused && !sound.ended : isRunning;
function now() {
  if (!sound) {
    const time = base + (isRunning ? clock() - since : 0);
    return head.loop ? time % length : Math.min(time, length);
  }
  if (sound.currentTime !== base) { base = sound.currentTime; since = clock(); }
  // A sound that says the same for longer has only begun, or waits.
  const ahead = clock() - since, isMoving = isPlaying() && !sound.seeking && ahead < .05;
  return Math.min(isMoving ? base + ahead : base, length);
}
const spoken = time =>
  `${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, '0')}`;
const play = element('play'), place = element('place'), times = element('times');
let label = '';
function update() {
  const time = now();
  if (!head.loop && time >= length) { base = length; isRunning = false; }
  const isOn = isPlaying();
  if (isOn) isPoster = false;
  const frame = isPoster ? head.poster : frameAt(isCalm && isOn ? Math.floor(time) : time);
  // What a sound says wavers, and a step back reads the chunk anew.
  const isBack = isOn && frame < current && (current - frame) * denominator <= .1 * numerator;
  show(isBack ? current : frame);
  place.value = time;
  place.style.setProperty('--part', `${100 * time / length}%`);
  const text = `${spoken(time)} / ${spoken(length)}`;
  if (text !== label) {
    label = times.textContent = text;
    place.setAttribute('aria-valuetext', text);
  }
  if (document.body.classList.toggle('playing', isOn) !== wasOn) stir();
  wasOn = isOn;
  play.setAttribute('aria-label', isOn ? 'Pause' : 'Play');
  cancelAnimationFrame(next);
  if (isOn) next = requestAnimationFrame(update);
}
function seek(time) {
  if (!Number.isFinite(time)) return;
  isPoster = false;
  base = Math.min(Math.max(time, 0), length - denominator / numerator / 2);
  since = clock();
  if (sound) sound.currentTime = base;
  update();
}
function toggle() {
  if (sound) {
    if (!sound.paused) sound.pause();
    else sound.play().catch(() => {});
    return;
  }
  base = now() >= length ? 0 : now();
  since = clock();
  isRunning = !isRunning;
  update();
}

// Controls ----------------------------------------------------------------------------------------
function fit() {
  const [wide, high] = head.size, [points] = head.points, { classList } = document.body;
  isUpright = wide > high && innerWidth < innerHeight && !classList.contains('bare');
  classList.toggle('upright', isUpright);
  const box = canvas.getBoundingClientRect(), ratio = devicePixelRatio || 1;
  const width = Math.max(Math.round(box.width * ratio), 1), height = Math.max(Math.round(box.height * ratio), 1);
  let scale, middle = [width / 2, height / 2];
  hadCard = isCard();
  if (isUpright) {
    const [x, y, side] = (hadCard ? head.card.slice(1) : head.disc) || [0, 0, points];
    scale = Math.min(width, .8 * height) / side / head.unit;
    middle = [width / 2 - x * scale * head.unit, .44 * height - y * scale * head.unit];
  } else {
    // In whole pixels. The ground of the picture goes on to the edges of the window.
    scale = Math.max(Math.round(wide * Math.min(width / wide, height / high)), 1) / points / head.unit;
  }
  picture.place(...middle, scale, isUpright);
  picture.spoil();
  if (width !== canvas.width || height !== canvas.height) {
    canvas.width = width;
    canvas.height = height;
    redraw();
  }
}
function fillScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else if (document.fullscreenEnabled) document.documentElement.requestFullscreen();
}
// The bar leaves the picture alone while it plays and nobody moves.
let resting = 0;
function stir() {
  document.body.classList.remove('resting');
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.add('resting'), 2500);
}
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const name = event.key;
  const jump = { ArrowLeft: -5, ArrowRight: 5, j: -10, l: 10 }[name];
  // To the middle of a frame, since players round times.
  const step = { ',': -.5, '.': 1.5 }[name];
  if (jump) seek(now() + jump);
  else if (step) seek((current + step) * denominator / numerator);
  else if (name === 'Home') seek(0);
  else if (name === 'End') seek(length);
  else if (name >= '0' && name <= '9') seek(length * name / 10);
  else if (name === 'k' || name === ' ' && event.target.tagName !== 'BUTTON') toggle();
  else if (name === 'm' && sound) sound.muted = !sound.muted;
  else if (name === 'f') fillScreen();
  else return;
  event.preventDefault();
  stir();
}
/** What the address says after #: t=83 or t=1:23, controls=0. */
function readAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  document.body.classList.toggle('bare', words.get('controls') === '0');
  fit();
  const time = (words.get('t') || '').split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
  if (words.has('t')) seek(time);
}

if (sound) {
  const coded = take('audio');
  if (coded.length !== head.soundSize) tell('This page is damaged: its sound is cut off.');
  if (coded) sound.src = URL.createObjectURL(new Blob([bytesOf(coded)], { type: head.sound }));
  sound.loop = head.loop;
  for (const name of ['play', 'pause', 'seeked', 'ended']) sound.addEventListener(name, update);
  sound.addEventListener('error', () => {
    tell(coded ? 'This browser cannot play the sound.' : 'The sound was not found.');
  });
  if (navigator.mediaSession && typeof MediaMetadata !== 'undefined') {
    navigator.mediaSession.metadata = new MediaMetadata({ title: head.title, artist: head.artist });
  }
}
place.max = length;
place.addEventListener('input', () => seek(Number(place.value)));
play.addEventListener('click', toggle);
canvas.addEventListener('click', toggle);
canvas.addEventListener('dblclick', fillScreen);
element('full').addEventListener('click', fillScreen);
element('full').hidden = !document.fullscreenEnabled;
addEventListener('keydown', key);
for (const name of ['pointermove', 'pointerdown', 'focusin']) addEventListener(name, stir);
// For a page that embeds this one.
addEventListener('message', ({ data }) => {
  if (typeof data?.seek === 'number') seek(data.seek);
  if (typeof data?.play === 'boolean' && data.play !== isPlaying()) toggle();
});
addEventListener('hashchange', readAddress);
new ResizeObserver(fit).observe(canvas);
window.radialAudio = { show, seek, redraw };
choosePaper();
readAddress();
update();
});
