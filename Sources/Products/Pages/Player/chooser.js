// Shows all looks of a track, moving, and writes the command that makes the film of the chosen one.
addEventListener('DOMContentLoaded', () => {
const element = name => document.getElementById(name);
const take = name => {
  const source = element(name), text = source ? source.textContent.trim() : '';
  source?.remove();
  return text;
};
const make = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
};
const note = element('note');
note.textContent = '';
note.removeAttribute('class');
if (!canInflate()) {
  note.textContent = 'This browser is too old for this page. A browser of 2023 or later shows it.';
  return;
}
const head = JSON.parse(take('head')), coded = take('streams');
const UNIT = 100, isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
const chosen = { look: Math.max(head.looks.findIndex(look => look.name === head.first), 0), palette: head.palette, shape: 0, cover: true, title: head.title, artist: head.artist };

// Streams -----------------------------------------------------------------------------------------
const inflating = new Map();
/** The colours of a stream by palette, and its frames. */
function streamOf(picture) {
  let promise = inflating.get(picture);
  if (!promise) {
    promise = inflated(coded.slice(picture.start, picture.start + picture.length));
    inflating.set(picture, promise);
  }
  return promise;
}
const hasCover = look => look.pictures[0].images > 0;
const paletteOf = look => Math.max(look.palettes.indexOf(chosen.palette), 0);

// Words -------------------------------------------------------------------------------------------
// The letters of the films: their paths, and how far each leads on, in heights of a capital.
const glyphs = new Map();
const TRACKING = head.letters.tracking, CAP = head.letters.cap;
const isWritable = text => [...text].every(letter => letter === ' ' || glyphs.has(letter));
const greek = { Ά: 'Α', Έ: 'Ε', Ή: 'Η', Ί: 'Ι', Ό: 'Ο', Ύ: 'Υ', Ώ: 'Ω' };
const capitals = text => text.toUpperCase().normalize('NFC').replace(/[ΆΈΉΊΌΎΏ]/g, letter => greek[letter]);
const words = text => text.replace(/[\s\p{C}]+/gu, ' ').trim();
const widthOfWord = word => [...word].reduce((sum, letter) => sum + glyphs.get(letter).advance, 0)
  + TRACKING * ([...word].length - 1);
const widthOf = line => line.reduce((sum, word) => sum + widthOfWord(word), 0)
  + (line.length - 1) * (head.letters.space + 2 * TRACKING);
/** The words in at most so many lines, the longest as short as can be. */
function parted(words, most) {
  const known = new Map();
  const search = (first, lines) => {
    if (first === words.length) return { longest: 0, lines: [] };
    const key = first + ',' + lines;
    if (known.has(key)) return known.get(key);
    let best = { longest: Infinity, lines: [] };
    for (let end = first + 1; end <= words.length; end++) {
      const line = words.slice(first, end), length = widthOf(line);
      if (end < words.length && lines < 2) continue;
      const rest = end === words.length ? { longest: 0, lines: [] } : search(end, lines - 1);
      const longest = Math.max(length, rest.longest);
      if (longest < best.longest) best = { longest, lines: [line, ...rest.lines] };
    }
    known.set(key, best);
    return best;
  };
  return search(0, most).lines;
}
/** The lines of a text and the height of their capitals, as `Lettering.fitted` has them. */
function fitted(text, sizes) {
  const all = text.split(' ');
  let lines = [all], cap = 0, limit = 0;
  for (const [index, [height, width]] of sizes.entries()) {
    const parts = parted(all, index + 1);
    const size = height * Math.min(1, width / Math.max(...parts.map(line => widthOf(line) * height)));
    if (!index && size >= height * .7) return [parts, size];
    const least = index === sizes.length - 1 ? height * .6 : 0;
    if (Math.max(size, least) > cap) [lines, cap, limit] = [parts, Math.max(size, least), width];
  }
  return [cut(lines, cap, limit * (1 + 1e-9)), cap];
}
/** Lines that are no longer than they may be, with dots for what is left out. */
function cut(lines, cap, limit) {
  const isShort = line => widthOf(line) * cap <= limit;
  const last = lines.findIndex(line => !isShort(line));
  if (last < 0) return lines;
  let line = lines[last];
  const dotted = () => [...line.slice(0, -1), line.at(-1) + '...'];
  while (line.length && !isShort(dotted())) {
    const short = line.at(-1).slice(0, -1);
    line = short ? [...line.slice(0, -1), short] : line.slice(0, -1);
  }
  return [...lines.slice(0, last), ...(line.length ? [dotted()] : [])];
}
/** What draws the title and the artist on a sheet, whose points are those of the picture. */
function writing(shape, toPixels) {
  const { sheet } = head.shapes[shape], texts = [words(chosen.title), words(chosen.artist)];
  const blocks = texts.map((text, index) => {
    if (!text) return null;
    const shown = capitals(text), sizes = index ? sheet.subtitle : sheet.title;
    if (!isWritable(shown)) return { text, cap: sizes[0][0], width: sizes[0][1], lines: [[]], leading: 0 };
    const [lines, cap] = fitted(shown, sizes);
    return { lines, cap, leading: /^[\0-\x7f]*$/.test(lines.flat().join('')) ? 1.6 : 1.9 };
  });
  const heightOf = block => block.cap * (1 + block.leading * (block.lines.length - 1));
  const there = blocks.filter(Boolean), gap = sheet.gap * sheet.title[0][0];
  const height = there.reduce((sum, block) => sum + heightOf(block), gap * (there.length - 1));
  let top = sheet.endsBelow ? sheet.bottom - height : (sheet.top + sheet.bottom - height) / 2;
  return blocks.map(block => {
    if (!block) return null;
    const base = top + heightOf(block);
    top = base + gap;
    const pen = head.letters.pen * block.cap, edge = pen + 2 * Math.min(head.letters.plateInPens * pen, head.letters.widestPlate);
    const path = block.text ? null : new Path2D();
    if (path) {
      block.lines.forEach((line, index) => {
        const y = base - (block.lines.length - 1 - index) * block.leading * block.cap;
        let x = sheet.x - (sheet.isMiddle ? widthOf(line) * block.cap / 2 : 0);
        for (const word of line) {
          for (const letter of word) {
            const glyph = glyphs.get(letter), scale = block.cap / CAP / UNIT;
            path.addPath(glyph.path, new DOMMatrix([scale, 0, 0, scale, x, y]));
            x += (glyph.advance + TRACKING) * block.cap;
          }
          x += (head.letters.space + TRACKING) * block.cap;
        }
      });
    }
    return (context, paint, opacity, isEdge) => {
      toPixels(context);
      context.globalAlpha = opacity;
      context.strokeStyle = context.fillStyle = paint;
      context.lineWidth = isEdge ? edge : pen;
      if (path) return context.stroke(path);
      // Letters that the films take from a font of the machine.
      context.font = `${block.cap / .72}px system-ui, sans-serif`;
      context.textAlign = sheet.isMiddle ? 'center' : 'left';
      if (isEdge) context.strokeText(block.text, sheet.x, base, block.width);
      else context.fillText(block.text, sheet.x, base, block.width);
    };
  });
}

// Pictures ----------------------------------------------------------------------------------------
/** A canvas that shows a look. */
class Show {
  constructor(canvas) { Object.assign(this, { canvas, isSeen: false, look: null, current: -1, bytes: null }); }
  /** Takes what is chosen. */
  async choose(look) {
    const place = look.places[chosen.shape], source = look.pictures[place.picture];
    const token = this.token = {};
    const data = await streamOf(source);
    if (this.token !== token) return;
    const isOther = this.source !== source;
    Object.assign(this, { look, place, source });
    // What is not shown without the cover, or with it, is clear in the table.
    const index = paletteOf(look) + (source.images && !chosen.cover ? look.palettes.length : 0);
    const start = 4 * source.slots * index, table = data.subarray(start, start + 4 * source.slots);
    if (isOther) {
      this.colors = Array.from({ length: source.slots }, () => ({}));
      this.bytes = data.subarray(4 * source.slots * look.palettes.length * (source.images ? 2 : 1));
      this.current = -1;
    }
    this.colors.forEach((color, index) => Object.assign(color, paintOf(table.subarray(4 * index, 4 * index + 4))));
    if (isOther) {
      const images = new Array(source.images).fill(head.cover);
      this.picture = radialPicture(this.canvas, { unit: UNIT, images }, () => this.refresh(), this.colors);
    }
    this.picture.recolor();
    this.picture.showImages(chosen.cover);
    this.fit();
  }
  /** Draws all again. */
  refresh() {
    this.picture.spoil();
    if (this.current >= 0) this.picture.draw();
  }
  /** Puts the picture onto its canvas. */
  fit() {
    const { canvas, picture, place, source, look } = this;
    if (!picture) return;
    const ratio = Math.min(devicePixelRatio || 1, 2), box = canvas.getBoundingClientRect();
    const [wide, high] = place.points, { sheet } = head.shapes[chosen.shape];
    const width = Math.max(Math.round(box.width * ratio), 1);
    const height = Math.max(Math.round(box.height * ratio), 1);
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const pixels = Math.min(width / wide, height / high);
    const hasWords = look.hasWords && (words(chosen.title) || words(chosen.artist));
    const { x, y, scale } = place.isMoved && hasWords ? sheet.figure : { x: 0, y: 0, scale: 1 };
    picture.place(width / 2 + x * pixels, height / 2 + y * pixels, scale * pixels / source.unit);
    if (look.hasWords) {
      picture.setWords(writing(chosen.shape, context =>
        context.setTransform(pixels, 0, 0, pixels, width / 2, height / 2)));
    }
    this.refresh();
    this.tick();
  }
  /** Shows the frame of this moment. */
  tick() {
    const { picture, source } = this;
    if (!picture) return;
    const last = source.frames - 1, time = now() % (head.seconds / source.rounds);
    const frame = Math.min(Math.floor(time * head.rate / source.step + 1e-6), last);
    if (frame === this.current) return;
    if (frame < this.current || this.current < 0) {
      picture.open(this.bytes);
      this.current = -1;
    }
    for (; this.current < frame; this.current++) picture.readFrame();
    picture.draw();
    this.canvas.dataset.frame = frame;
  }
}

// Time --------------------------------------------------------------------------------------------
const clock = () => performance.now() / 1000;
const audio = take('audio');
let base = isCalm ? .6 * head.seconds : 0, since = clock(), isMoving = !isCalm, sounding = null;
function now() {
  let time = base;
  if (sounding) time += sounding.context.currentTime - sounding.start - (sounding.context.outputLatency || 0);
  else if (isMoving) time += clock() - since;
  if (isCalm && isMoving) time = Math.floor(time);
  return (time % head.seconds + head.seconds) % head.seconds;
}
let context = null, buffer = null;
async function play() {
  const time = now();
  [base, since, isMoving] = [time, clock(), true];
  document.body.classList.add('playing');
  label();
  if (!audio) return;
  context ||= new AudioContext();
  await context.resume();
  buffer ||= await context.decodeAudioData(bytesOf(audio).buffer);
  if (sounding || !document.body.classList.contains('playing')) return;
  const source = context.createBufferSource();
  // The end of a coded sound is filled up.
  Object.assign(source, { buffer, loop: true, loopStart: 0, loopEnd: Math.min(head.seconds, buffer.duration) });
  source.connect(context.destination);
  base = now();
  source.start(0, base);
  sounding = { source, context, start: context.currentTime };
}
function pause() {
  base = now();
  sounding?.source.stop();
  [sounding, isMoving] = [null, false];
  document.body.classList.remove('playing');
  label();
}
const isOn = () => document.body.classList.contains('playing');
function label() { element('play').querySelector('span').textContent = isOn() ? 'Pause' : head.playLabel; }
function toggle() {
  if (isOn()) pause();
  else play().catch(() => { note.textContent = 'This browser cannot play the sound.'; });
}

// Controls ----------------------------------------------------------------------------------------
const large = new Show(element('large')), tiles = [];
const shows = () => [large, ...tiles.filter(tile => tile.isSeen)];
/** A word for a POSIX shell. */
function quoted(word) {
  return /^[\w.,:@%+/-][\w.,:@%+/=-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
/** The value of an option of words. What means something else to the program begins with a space, which it
 *  leaves out. */
const value = text => quoted(['none', 'tags', 'auto'].includes(text) ? ' ' + text : text);
function commandOf(look) {
  const line = [head.command, ...look.words];
  const palette = head.palettes[look.palettes[paletteOf(look)]];
  if (palette.name) line.push('--palette', quoted(palette.name));
  if (head.shapes[chosen.shape].name) line.push('--size', head.shapes[chosen.shape].name);
  if (hasCover(look) && !chosen.cover) line.push('--cover', 'none');
  for (const [option, text, tag] of [['title', chosen.title, head.title], ['subtitle', chosen.artist, head.artist]]) {
    if (!look.options.includes(option) || words(text) === words(tag)) continue;
    line.push(`--${option}`, words(text) ? value(words(text)) : 'none');
  }
  return line.join(' ');
}
function update() {
  const look = head.looks[chosen.look];
  document.body.dataset.shape = chosen.shape;
  element('name').textContent = look.name;
  element('summary').textContent = look.summary;
  // Lines break between words, and within a word only if it is longer than a line.
  element('line').replaceChildren(
    ...commandOf(look).split(' ').flatMap((word, index) => [index ? ' ' : '', make('span', '', word)]));
  element('copy').textContent = 'Copy';
  element('large').setAttribute('aria-label', `${look.name}: ${look.summary}`);
  const [wide, high] = look.places[chosen.shape].points;
  element('large').style.aspectRatio = `${wide} / ${high}`;
  element('remark').textContent = look.options.includes('title') && !look.hasWords
    ? 'The film shows the title in these letters; this page does not change it.' : '';
  for (const [index, button] of [...element('palettes').querySelectorAll('button')].entries()) {
    button.hidden = !look.palettes.includes(index);
    button.setAttribute('aria-pressed', look.palettes[paletteOf(look)] === index);
  }
  for (const [index, button] of [...element('shapes').querySelectorAll('button')].entries()) {
    button.setAttribute('aria-pressed', chosen.shape === index);
  }
  element('cover').hidden = !hasCover(look);
  for (const [index, button] of [...element('cover').querySelectorAll('button')].entries()) {
    button.setAttribute('aria-pressed', chosen.cover === !index);
  }
  for (const [index, tile] of tiles.entries()) {
    tile.button.setAttribute('aria-pressed', chosen.look === index);
    tile.isStale = true;
  }
  large.choose(look).then(() => paintOwn(look));
  refresh();
}
/** Shows what colours the look itself has: that of the ground, and those that are the least alike. */
async function paintOwn(look) {
  const source = look.pictures[0], data = await streamOf(source);
  const slots = Array.from({ length: source.slots }, (_, slot) => data.subarray(4 * slot, 4 * slot + 4));
  const distance = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
  const opaque = slots.filter(slot => slot[3] === 255), taken = [slots[0]];
  const apart = slot => Math.min(...taken.map(other => distance(slot, other)));
  while (taken.length < 4 && opaque.length) {
    taken.push(opaque.reduce((best, slot) => apart(slot) > apart(best) ? slot : best));
  }
  const strips = element('palettes').querySelectorAll('button:first-child b');
  strips.forEach((strip, index) => { strip.style.background = taken[index] ? paintOf(taken[index]).css : ''; });
}
/** Gives the tiles in sight what is chosen. */
function refresh() {
  for (const tile of tiles) {
    if (!tile.isSeen || !tile.isStale) continue;
    tile.isStale = false;
    tile.choose(tile.own);
  }
}
for (const [index, palette] of head.palettes.entries()) {
  const button = make('button', 'swatch'), strip = make('i');
  button.type = 'button';
  for (let i = 0; i < 4; i++) strip.appendChild(make('b')).style.background = palette.colors[i] || '';
  button.append(strip, palette.name || 'its own');
  button.addEventListener('click', () => { chosen.palette = index; update(); });
  element('palettes').querySelector('div').append(button);
}
for (const [index, { label }] of head.shapes.entries()) {
  const button = make('button');
  button.type = 'button';
  button.append(make('i'), label);
  button.addEventListener('click', () => { chosen.shape = index; update(); });
  element('shapes').querySelector('div').append(button);
}
for (const [text, isShown] of [['shown', true], ['hidden', false]]) {
  const button = make('button', '', text);
  button.type = 'button';
  button.addEventListener('click', () => { chosen.cover = isShown; update(); });
  element('cover').querySelector('div').append(button);
}
const seen = new IntersectionObserver(entries => {
  for (const entry of entries) tiles[entry.target.dataset.index].isSeen = entry.isIntersecting;
  refresh();
}, { rootMargin: '80px' });
const sizes = new ResizeObserver(entries => {
  for (const entry of entries) [large, ...tiles].find(show => show.canvas === entry.target)?.fit();
});
for (const [index, look] of head.looks.entries()) {
  const button = make('button', 'tile'), canvas = make('canvas'), item = make('li');
  button.type = 'button';
  button.dataset.index = index;
  canvas.setAttribute('aria-hidden', 'true');
  button.append(canvas, make('b', '', look.name), make('span', '', look.summary));
  button.addEventListener('click', () => {
    chosen.look = index;
    update();
    element('stage').scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' });
  });
  item.append(button);
  element('looks').append(item);
  tiles.push(Object.assign(new Show(canvas), { own: look, button, isStale: true }));
  seen.observe(button);
  sizes.observe(canvas);
}
sizes.observe(large.canvas);
for (const name of ['title', 'artist']) {
  const field = element(name);
  field.value = chosen[name];
  field.addEventListener('input', () => { chosen[name] = field.value; update(); });
}
element('play').addEventListener('click', toggle);
element('large').addEventListener('click', toggle);
addEventListener('keydown', event => {
  if (event.key !== ' ' || ['BUTTON', 'INPUT'].includes(event.target.tagName)) return;
  event.preventDefault();
  toggle();
});
element('copy').addEventListener('click', async () => {
  const line = element('line').textContent;
  try { await navigator.clipboard.writeText(line); } catch {
    // From a file, some browsers have no clipboard for scripts.
    const range = document.createRange();
    range.selectNodeContents(element('line'));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    document.execCommand('copy');
  }
  element('copy').textContent = 'Copied';
});
function step() {
  for (const show of shows()) show.tick();
  requestAnimationFrame(step);
}
/** The letters, of which each is an item of a stream of one frame. */
async function readLetters() {
  const source = head.letters, bytes = await streamOf(source);
  const font = radialPicture(document.createElement('canvas'),
    { unit: UNIT, images: [], background: [0, 0, 0, 255] }, () => {});
  font.open(bytes);
  font.readFrame();
  const paths = font.paths();
  [...source.characters].forEach((letter, index) => {
    glyphs.set(letter, { path: paths[index], advance: source.advances[index] });
  });
}
label();
readLetters().then(() => {
  update();
  requestAnimationFrame(step);
});
window.radialAudio = { chosen, update, now, large, tiles, commandOf, seek: time => { base = time; since = clock(); } };
});
