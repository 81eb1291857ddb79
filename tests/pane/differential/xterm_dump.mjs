// As screen_dump.cpp, with @xterm/headless as the emulator; where that one fails, the answer is {"failed":message}. The one argument is
// the folder that has node_modules.
import { createRequire } from 'node:module';
import { join } from 'node:path';

Buffer.poolSize = 0; // the addon reads its table from the start of the memory under its buffer, which must therefore be its own
const require = createRequire(join(process.argv[2], 'package.json'));
const { Terminal } = require('@xterm/headless');
const { UnicodeGraphemesAddon } = require('@xterm/addon-unicode-graphemes');

function colorText(name, isDefault, isRgb, value) {
  if (isDefault) return '';
  return ` ${name}` + (isRgb ? '#' + value.toString(16).padStart(6, '0') : value);
}

// Shapes and colours of underlines and the addresses of links are known to the emulator, but not on its public face, which also
// has each link underlined with dashes.
function underlineText(cell) {
  if (!cell.isUnderline()) return '';
  const extended = cell.hasExtendedAttrs() !== 0;
  const shape = extended ? (cell.extended._ext >> 26) & 7 : 1;
  if (shape === 0) return '';
  if (!extended || cell.isUnderlineColorDefault()) return ` underline${shape}`;
  return ` underline${shape}` + colorText('u', false, cell.isUnderlineColorRGB(), cell.getUnderlineColor());
}

function linkText(terminal, cell) {
  const id = cell.hasExtendedAttrs() !== 0 ? cell.extended.urlId : 0;
  return id ? ' link=' + terminal._core._oscLinkService.getLinkData(id)?.uri : '';
}

const flags = [
  ['isBold', ' bold'], ['isDim', ' faint'], ['isItalic', ' italic'], ['isBlink', ' blink'],
  ['isInverse', ' inverse'], ['isInvisible', ' invisible'], ['isStrikethrough', ' strike'], ['isOverline', ' overline'],
];

function styleText(terminal, cell) {
  let text = colorText('f', cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor());
  text += colorText('b', cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor());
  for (const [test, name] of flags) if (cell[test]()) text += name;
  return text + underlineText(cell) + linkText(terminal, cell);
}

// The columns of a line that hold something. The last one does not, where it is empty for want of room for a wide character.
function filledColumns(line, next, cols) {
  const spacer = next?.isWrapped && line.getCell(cols - 1).getChars() === '' && line.getCell(cols - 1).getWidth() === 1;
  return spacer && next.getCell(0).getWidth() === 2 ? cols - 1 : cols;
}

function lineParts(terminal, line, next, cols) {
  const parts = [];
  for (let col = 0; col < filledColumns(line, next, cols); ++col) {
    const cell = line.getCell(col);
    if (cell.getWidth() === 0) continue;
    const style = styleText(terminal, cell);
    if (parts.length === 0 || parts.at(-1)[2] !== style) parts.push(['', 0, style]);
    parts.at(-1)[0] += cell.getChars() || ' ';
    parts.at(-1)[1] += cell.getWidth();
  }
  while (parts.length > 0 && parts.at(-1)[2] === '' && parts.at(-1)[0].endsWith(' ')) {
    const last = parts.at(-1);
    last[0] = last[0].slice(0, -1);
    if (--last[1] === 0) parts.pop();
  }
  return parts;
}

function dump(terminal, title) {
  const { active, normal } = terminal.buffer;
  const alternate = active.type === 'alternate';
  const lines = [];
  const take = (buffer, from, to) => {
    for (let index = from; index < to; ++index) {
      const next = index + 1 < to ? buffer.getLine(index + 1) : undefined;
      lines.push([next?.isWrapped ?? false, lineParts(terminal, buffer.getLine(index), next, terminal.cols)]);
    }
  };
  if (alternate) {
    take(normal, 0, normal.baseY);
    take(active, 0, terminal.rows);
  } else {
    take(normal, 0, normal.baseY + terminal.rows);
  }
  const cursor = [active.cursorY, Math.min(active.cursorX, terminal.cols - 1), !terminal._core.coreService.isCursorHidden];
  return JSON.stringify({ cursor, alternate, title, scrollback: normal.baseY, lines });
}

async function play(terminal, steps) {
  const written = () => new Promise((resolve) => terminal.write('', resolve));
  for (const step of steps) {
    if (step instanceof Buffer) {
      terminal.write(step);
    } else {
      await written();
      terminal.resize(...step);
    }
  }
  await written();
}

async function runJob(cols, rows, scrollback, steps) {
  const terminal = new Terminal({ cols, rows, scrollback, reflowCursorLine: true, allowProposedApi: true, logLevel: 'off' });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  let title = '';
  terminal.onTitleChange((text) => { title = text; });
  const failure = await new Promise((resolve) => {
    process.once('uncaughtException', resolve);
    play(terminal, steps).then(resolve, resolve);
  });
  process.removeAllListeners('uncaughtException');
  const answer = failure ? JSON.stringify({ failed: failure.message }) : dump(terminal, title);
  terminal.dispose();
  return answer;
}

// A step is the length of a chunk, or a new size.
function stepOf(text) {
  const numbers = text.split('x').map(Number);
  return numbers.length === 2 ? { size: numbers, length: 0 } : { length: numbers[0] };
}

let buffer = Buffer.alloc(0);
for await (const data of process.stdin) {
  buffer = Buffer.concat([buffer, data]);
  for (;;) {
    const end = buffer.indexOf(10);
    if (end < 0) break;
    const [cols, rows, scrollback, list] = buffer.toString('latin1', 0, end).split(' ');
    const planned = list.split(',').map(stepOf);
    const last = end + 1 + planned.reduce((sum, { length }) => sum + length, 0);
    if (buffer.length < last) break;
    let at = end + 1;
    const steps = planned.map(({ size, length }) => size ?? buffer.subarray(at, at += length));
    process.stdout.write(await runJob(+cols, +rows, +scrollback, steps) + '\n');
    buffer = buffer.subarray(last);
  }
}
