// The pictures of shared links: their text, and the thread that draws them.
import { expect, test } from 'vitest';
import { PICTURE } from '../../../src/web/public/document.tsx';
import { openDrawing, WAITING_MAX } from '../../../src/web/public/drawing.ts';
import { fitted, type Picture, pictureSvg } from '../../../src/web/public/picture-svg.ts';

const picture = (more: Partial<Picture> = {}): Picture => ({
  top: 'Autumn Cup · Final',
  lines: [
    { text: 'Ολυμπιακός', score: '2' },
    { text: 'الأهلي', score: '1' },
  ],
  bottom: 'Full time',
  ...more,
});

/** Width and height of a PNG (its first chunk). */
const sizeOf = (png: Buffer): readonly [width: number, height: number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('a picture is drawn as a PNG of 1200 × 630 pixels (rule PUBLIC-5)', async () => {
  const { draw } = openDrawing();
  const [png, again] = await Promise.all([draw(pictureSvg(picture())), draw(pictureSvg(picture()))]);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(sizeOf(png)).toEqual([PICTURE.width, PICTURE.height]);
  expect(again.equals(png)).toBe(true);
  const other = await draw(pictureSvg(picture({ bottom: 'Half-time' })));
  expect(other.equals(png)).toBe(false);
});

test('at most 20 pictures wait, and a picture that cannot be drawn fails alone (rule PUBLIC-5)', async () => {
  const { draw } = openDrawing();
  const broken = draw('no picture').then(
    () => 'drawn',
    (error: unknown) => String(error),
  );
  const waiting = Array.from({ length: WAITING_MAX - 1 }, () =>
    draw('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
  );
  await expect(draw('<svg/>')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  expect(await broken).toContain('could not be drawn');
  expect((await Promise.all(waiting)).map((png) => sizeOf(png).join())).toEqual(waiting.map(() => '1,1'));
});

test('text cannot end the picture, and is made smaller, then shorter, to fit', () => {
  const svg = pictureSvg(picture({ top: '</text><script>"&\u0007' }));
  expect(svg).toContain('&lt;/text&gt;&lt;script&gt;&quot;&amp; <');
  expect(fitted('Riverside', 800, 92)).toEqual({ text: 'Riverside', size: 92 });
  expect(fitted('R'.repeat(25), 800, 92).size).toBeLessThan(92);
  const long = fitted('R'.repeat(200), 800, 92);
  expect(long.text).toMatch(/^R{20,40}…$/);
});

test('a side has its colour beside its name, which moves aside for it (rule PUBLIC-5)', () => {
  const svg = pictureSvg(picture({ lines: [{ text: 'Riverside', score: '2', color: '#1e40af' }] }));
  expect(svg).toMatch(/<rect x="70"[^>]* fill="#1e40af"[^>]*\/><text x="112"[^>]*>Riverside</);
  expect(pictureSvg(picture())).not.toContain('x="112"');
});
