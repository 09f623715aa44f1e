// SPDX-License-Identifier: MIT
// Draws a radial scene stream on a canvas. `SceneStreamEncoder` describes the stream; lengths are in units
// of the stream, with the origin in the middle of the picture.
'use strict';
/** The bytes of a text in base64. */
function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
/** The bytes that raw deflate in base64 was made of. */
async function inflated(text) {
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
function canInflate() {
  try { return Boolean(new DecompressionStream('deflate-raw')); } catch { return false; }
}
/** A colour as items have it. */
function paintOf([red, green, blue, alpha]) {
  return { css: `rgba(${red},${green},${blue},${alpha / 255})`, isOpaque: alpha === 255 };
}
/** A picture on a canvas. `head` has the units of a point, the background, and the addresses of the images.
 *  `redraw` is called when an image is there. */
function radialPicture(canvas, head, redraw) {
const ground = paintOf(head.background);
// Items -------------------------------------------------------------------------------------------
// What the stream says is within what there is, or an error.
// The path of an item is a flat list: verb, x, y, radius. It is drawn in pieces: of long opaque lines
// only those that changed are made anew, and only those in sight are drawn.
const MOVE = 0, LINE = 1, ARC = 2, CLOSE = 3, STROKE = 2, IMAGE = 3, WORDS = 4, CLIP = 8, PIECE = 256;
let items = [], data = null, at = 0;
const demand = isSo => { if (!isSo) throw new RangeError(); };
const number = () => {
  demand(at < data.length);
  let value = 0, scale = 1, byte;
  do { byte = data[at++]; value += (byte & 127) * scale; scale *= 128; } while (byte > 127);
  return value;
};
const signed = () => { const value = number(); return value % 2 ? -(value + 1) / 2 : value / 2; };
const color = () => paintOf(data.subarray(at, at += 4));
function paint() {
  const kind = data[at++];
  if (kind === 0) return color();
  if (kind === 3) {
    return { image: images[number()], box: [signed(), signed(), signed(), signed()],
      radius: number(), isOpaque: false };
  }
  const line = kind === 1 ? [signed(), signed(), signed(), signed()] : [signed(), signed(), signed()];
  const stops = [];
  for (let left = number(); left--;) stops.push([number() / 1000, color()]);
  return { line, stops, isOpaque: stops.every(stop => stop[1].isOpaque) };
}
const dropPieces = (item, from, to) => {
  for (let i = Math.floor(from / PIECE); i <= Math.floor(to / PIECE); i++) item.pieces[i] = null;
};
function movePoints(item, from, to) {
  const path = item.path;
  spoilPath(item, from, to);
  let x = 0, y = 0;
  for (let i = 4 * from; i < 4 * to; i += 4) {
    if (path[i] === CLOSE) continue;
    path[i + 1] += x += signed();
    path[i + 2] += y += signed();
    if (path[i] === ARC) path[i + 3] += signed();
  }
  spoilPath(item, from, to);
  dropPieces(item, from, to);
}
/** Elements of a path, as runs of one verb, from a point on. */
function readRuns(count, x, y) {
  const added = [];
  while (added.length < 4 * count) {
    const run = number(), verb = run & 3;
    demand(run >= 4 && added.length / 4 + Math.floor(run / 4) <= count);
    for (let i = run >> 2; i--;) {
      if (verb === CLOSE) {
        added.push(CLOSE, 0, 0, 0);
        continue;
      }
      x += signed();
      y += signed();
      added.push(verb, x, y, verb === ARC ? signed() : 0);
    }
  }
  return added;
}
const closes = path => path.some((verb, i) => i % 4 === 0 && verb === CLOSE);
function readClip() {
  const path = readRuns(number(), 0, 0);
  return shape({ path, kind: 0 }, 0, path.length / 4);
}
function readPath(item) {
  let path = item.path, place = 0;
  for (let left = number(); left--;) {
    place += number();
    const head = number(), removed = Math.floor(head / 2);
    demand(4 * (place + removed) <= path.length);
    if (head % 2) {
      movePoints(item, place, place + removed);
      place += removed;
      continue;
    }
    const inserted = number();
    let x = 0, y = 0;
    for (let i = place - 1; i >= 0 && i >= place - 2; i--) {
      if (path[4 * i] !== CLOSE) { x = path[4 * i + 1]; y = path[4 * i + 2]; break; }
    }
    const added = readRuns(inserted, x, y);
    item.isClosed ||= closes(added);
    spoilPath(item, place, place + removed);
    if (removed === inserted) {
      for (let i = 0, start = 4 * place; i < added.length; i++) path[start + i] = added[i];
    } else if (4 * (place + removed) === path.length) {
      path.length = 4 * place;
      for (const value of added) path.push(value);
    } else {
      path = item.path = path.slice(0, 4 * place).concat(added, path.slice(4 * (place + removed)));
    }
    spoilPath(item, place, place + inserted);
    if (removed === inserted) dropPieces(item, place, place + inserted);
    else item.pieces.length = Math.min(item.pieces.length, Math.floor(place / PIECE));
    place += inserted;
  }
  if (!isCut(item)) item.pieces = [];
  item.box = null;
}
function readFrame() {
  for (let left = number(), index = 0; left--;) {
    index += number();
    const flags = data[at++];
    if (flags & 128) {
      spoil(items[index], boxOf(items[index]));
      items.splice(index, 1);
      continue;
    }
    if (flags & 64) {
      items.splice(index, 0, { kind: 0, paint: paintOf([0, 0, 0, 255]), opacity: 1, width: 0,
        x: 0, y: 0, angle: 0, path: [], isClosed: false, pieces: [], box: null, clip: null });
    }
    const item = items[index], isWhole = flags & 95;
    if (isWhole) spoil(item, boxOf(item));
    if (flags & 1) {
      const kind = data[at++];
      item.kind = kind % WORDS;
      item.isWords = Boolean(kind & WORDS);
      item.clip = kind & CLIP ? readClip() : null;
    }
    if (flags & 2) item.paint = paint();
    if (flags & 4) item.opacity = number() / 1000;
    if (flags & 8) item.width = number() / 1000 * head.unit;
    if (flags & 16) { item.x = signed(); item.y = signed(); item.angle = signed() * Math.PI / 180000; }
    if (flags & 7) item.pieces = [];
    if (flags & 1) item.box = null;
    if (flags & 32) readPath(item);
    if (isWhole) spoil(item, boxOf(item));
  }
}

// Boxes -------------------------------------------------------------------------------------------
// What changed since the last drawing, as boxes of the picture: left, top, right, bottom.
let spoiled = [], isAllSpoiled = true;
const MOST_BOXES = 40;
const isCut = item =>
  item.kind === STROKE && item.paint.isOpaque && item.opacity === 1 && !item.isClosed;
const meet = (one, other) =>
  one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1];
function boxOfPath(path, from, to) {
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
  for (let i = 4 * from; i < 4 * to; i += 4) {
    if (path[i] === CLOSE) continue;
    // An arc of an eighth of a turn is within 8 % of its radius of its ends.
    const x = path[i + 1], y = path[i + 2], bulge = path[i] === ARC ? Math.abs(path[i + 3]) * .08 : 0;
    left = Math.min(left, x - bulge);
    right = Math.max(right, x + bulge);
    top = Math.min(top, y - bulge);
    bottom = Math.max(bottom, y + bulge);
  }
  return left <= right ? [left, top, right, bottom] : null;
}
function boxOf(item) {
  if (item.kind === IMAGE) {
    const box = item.paint.box;
    return box && [box[0], box[1], box[0] + box[2], box[1] + box[3]];
  }
  return item.box || (item.box = boxOfPath(item.path, 0, item.path.length / 4));
}
/** The box of a part of an item in the picture, with the width of its line and a unit around it. */
function placed(item, box) {
  const margin = item.width / 2 + head.unit, { x, y, angle } = item;
  let [left, top, right, bottom] = box;
  if (angle) {
    const cos = Math.cos(angle), sin = Math.sin(angle);
    const middle = [(left + right) / 2, (top + bottom) / 2];
    const width = (right - left) / 2, height = (bottom - top) / 2;
    const half = [Math.abs(cos) * width + Math.abs(sin) * height,
      Math.abs(sin) * width + Math.abs(cos) * height];
    const center = [middle[0] * cos - middle[1] * sin, middle[0] * sin + middle[1] * cos];
    [left, top, right, bottom] =
      [center[0] - half[0], center[1] - half[1], center[0] + half[0], center[1] + half[1]];
  }
  return [left + x - margin, top + y - margin, right + x + margin, bottom + y + margin];
}
function spoil(item, box) {
  if (!box || isAllSpoiled) return;
  const new_ = placed(item, box);
  for (const old of spoiled) {
    if (!meet(old, new_)) continue;
    old[0] = Math.min(old[0], new_[0]);
    old[1] = Math.min(old[1], new_[1]);
    old[2] = Math.max(old[2], new_[2]);
    old[3] = Math.max(old[3], new_[3]);
    return;
  }
  spoiled.push(new_);
  if (spoiled.length > MOST_BOXES) isAllSpoiled = true;
}
/** The lines to and from the elements that change; of a fill, the whole subpath where one of its ends
 *  is among them, since the fill closes it. */
function spoilPath(item, from, to) {
  const path = item.path, count = path.length / 4;
  let first = Math.max(from - 1, 0), end = Math.min(to + 1, count);
  if (item.kind !== STROKE) {
    let hasEnd = first === 0 || end === count;
    for (let i = first; i < end && !hasEnd; i++) hasEnd = path[4 * i] === MOVE || path[4 * i] === CLOSE;
    if (hasEnd) {
      while (first > 0 && path[4 * first] !== MOVE) first--;
      while (end < count && path[4 * end] !== MOVE) end++;
    }
  } else if (path[4 * first] === ARC && first > 0) first--;
  spoil(item, boxOfPath(path, first, end));
}

// Shapes ------------------------------------------------------------------------------------------
function shape(item, from, to) {
  const shape = new Path2D(), path = item.path, isStroke = item.kind === STROKE;
  let x = 0, y = 0, startX = 0, startY = 0;
  if (from > 0) {
    [x, y] = [path[4 * from - 3], path[4 * from - 2]];
    shape.moveTo(x, y);
  }
  for (let i = 4 * from; i < 4 * to; i += 4) {
    const toX = path[i + 1], toY = path[i + 2];
    switch (path[i]) {
    case MOVE:
      shape.moveTo(startX = toX, startY = toY);
      break;
    case LINE:
      // A line of no length is a dot, which canvases leave out.
      shape.lineTo(isStroke && toX === x && toY === y ? toX + .05 : toX, toY);
      break;
    case ARC: {
      const signedRadius = path[i + 3], radius = Math.abs(signedRadius);
      const halfX = (toX - x) / 2, halfY = (toY - y) / 2, half = Math.hypot(halfX, halfY) || 1;
      const rise = Math.sqrt(Math.max(radius * radius - half * half, 0)) / half * Math.sign(signedRadius);
      const centerX = x + halfX - halfY * rise, centerY = y + halfY + halfX * rise;
      shape.arc(centerX, centerY, radius, Math.atan2(y - centerY, x - centerX),
        Math.atan2(toY - centerY, toX - centerX), signedRadius < 0);
      break;
    }
    default:
      shape.closePath();
      x = startX;
      y = startY;
      continue;
    }
    x = toX;
    y = toY;
  }
  return shape;
}
/** The pieces of an item: a long line that may be cut, or all of it. */
function* pieces(item) {
  const count = item.path.length / 4, size = isCut(item) ? PIECE : count;
  for (let from = 0, i = 0; from < count; from += size, i++) {
    const to = Math.min(from + size, count);
    if (!item.pieces[i]) {
      item.pieces[i] = { shape: shape(item, from, to), box: boxOfPath(item.path, Math.max(from - 1, 0), to) };
    }
    yield item.pieces[i];
  }
}

// Pixels ------------------------------------------------------------------------------------------
// Where the middle of the picture is on the canvas, and how many pixels a unit has.
let middle = [0, 0], scale = 1;
// Whether the words of the picture are left out.
let isWordless = false;
const context = canvas.getContext('2d', { alpha: !ground.isOpaque });
const images = head.images.map(source => {
  const image = new Image();
  image.onload = redraw;
  image.src = source;
  return image;
});
function style(paint) {
  if (paint.css) return paint.css;
  if (!paint.gradient) {
    const line = paint.line;
    paint.gradient = line.length > 3 ? context.createLinearGradient(...line)
      : context.createRadialGradient(line[0], line[1], 0, ...line);
    for (const [offset, color] of paint.stops) paint.gradient.addColorStop(offset, color.css);
  }
  return paint.gradient;
}
function drawItem(item, parts) {
  if (!item.clip) return drawWhole(item, parts);
  context.save();
  context.setTransform(scale, 0, 0, scale, ...middle);
  context.clip(item.clip);
  drawWhole(item, parts);
  context.restore();
}
function drawWhole(item, parts) {
  if (item.isWords && isWordless) return;
  const isSeen = box => box && (!parts || parts.some(part => meet(part, placed(item, box))));
  if (!isSeen(boxOf(item))) return;
  const cos = Math.cos(item.angle) * scale, sin = Math.sin(item.angle) * scale;
  context.setTransform(cos, sin, -sin, cos, middle[0] + item.x * scale, middle[1] + item.y * scale);
  context.globalAlpha = item.opacity;
  if (item.kind === IMAGE) {
    const { image, box, radius } = item.paint;
    if (!image.complete) return;
    context.save();
    if (radius) {
      context.beginPath();
      context.arc(box[0] + box[2] / 2, box[1] + box[3] / 2, radius, 0, 2 * Math.PI);
      context.clip();
    }
    context.drawImage(image, ...box);
    context.restore();
    return;
  }
  const isStroke = item.kind === STROKE;
  if (isStroke) {
    context.strokeStyle = style(item.paint);
    context.lineWidth = item.width;
  } else context.fillStyle = style(item.paint);
  for (const piece of pieces(item)) {
    if (!isSeen(piece.box)) continue;
    if (isStroke) context.stroke(piece.shape);
    else context.fill(piece.shape, item.kind === 1 ? 'evenodd' : 'nonzero');
  }
}
/** Draws what changed, or all. */
function draw() {
  const { width, height } = canvas, [x, y] = middle;
  let parts = null;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.save();
  if (!isAllSpoiled) {
    context.beginPath();
    parts = spoiled.map(box => {
      // Whole pixels, so that the edge of a part is not to be seen.
      const left = Math.floor(x + box[0] * scale) - 1;
      const top = Math.floor(y + box[1] * scale) - 1;
      const right = Math.ceil(x + box[2] * scale) + 1;
      const bottom = Math.ceil(y + box[3] * scale) + 1;
      context.rect(left, top, right - left, bottom - top);
      return [(left - x) / scale, (top - y) / scale, (right - x) / scale, (bottom - y) / scale];
    });
    context.clip();
  }
  context.globalAlpha = 1;
  if (!ground.isOpaque) context.clearRect(0, 0, width, height);
  context.fillStyle = ground.css;
  context.fillRect(0, 0, width, height);
  context.lineCap = context.lineJoin = 'round';
  if (!parts || parts.length) for (const item of items) drawItem(item, parts);
  context.restore();
  spoiled = [];
  isAllSpoiled = false;
}
return {
  context,
  /** Begins a chunk. */
  open(bytes) {
    [data, at, items, isAllSpoiled] = [bytes, 0, [], true];
  },
  /** Leaves nothing of a chunk that was read in part. */
  close() { items = []; },
  readFrame, draw,
  /** The colour of the sheet: that of the uppermost rectangle that covers it. */
  ground() {
    const [wide, high] = head.points.map(side => side * head.unit / 2);
    const covers = ({ kind, paint, path, opacity, x, y, clip }) => {
      if (clip || kind > 1 || !paint.css || !paint.isOpaque || opacity < 1 || path.length > 24) return false;
      if (path.some((verb, i) => i % 4 === 0 && verb === ARC)) return false;
      const [left, top, right, bottom] = boxOfPath(path, 0, path.length / 4) || [0, 0, 0, 0];
      return left + x <= -wide && top + y <= -high && right + x >= wide && bottom + y >= high;
    };
    return (items.findLast(covers)?.paint || ground).css;
  },
  /** Draws all the next time. */
  spoil() { isAllSpoiled = true; },
  /** Puts the middle of the picture at a place on the canvas, in pixels, with so many of them to a unit; an
   *  upright picture has no words. */
  place(x, y, pixels, isBare = false) {
    [middle, scale, isWordless] = [[x, y], pixels, isBare];
  },
};
}
