import gifenc from 'gifenc';
import { PNG } from 'pngjs';

/** One picture of the film. */
export interface Frame {
	png: Buffer;
	/** How long it is seen, in milliseconds. */
	ms: number;
}

/** Pixels as red, green, blue and alpha, a byte each. */
interface Image {
	width: number;
	height: number;
	data: Uint8Array;
}

/** GIF has 256 colours; the last one of ours stands for "as in the frame before". */
const COLOURS = 255;
const UNCHANGED = COLOURS;

/** Makes an image smaller; each pixel is the mean of those that it covers, weighted by how much of each. */
function reduced({ width, height, data }: Image, to: number): Image {
	const scale = width / to;
	const small = { width: to, height: Math.round(height / scale) };
	const out = new Uint8Array(small.width * small.height * 4);
	for (let y = 0; y < small.height; y++) {
		const [top, bottom] = [y * scale, Math.min(height, (y + 1) * scale)];
		for (let x = 0; x < small.width; x++) {
			const [left, right] = [x * scale, Math.min(width, (x + 1) * scale)];
			const sum = [0, 0, 0];
			let area = 0;
			for (let row = Math.floor(top); row < bottom; row++) {
				const high = Math.min(row + 1, bottom) - Math.max(row, top);
				for (let column = Math.floor(left); column < right; column++) {
					const part = high * (Math.min(column + 1, right) - Math.max(column, left));
					const at = (row * width + column) * 4;
					for (let colour = 0; colour < 3; colour++)
						sum[colour] = (sum[colour] ?? 0) + part * (data[at + colour] ?? 0);
					area += part;
				}
			}
			const at = (y * small.width + x) * 4;
			for (let colour = 0; colour < 3; colour++)
				out[at + colour] = Math.round((sum[colour] ?? 0) / area);
			out[at + 3] = 255;
		}
	}
	return { ...small, data: out };
}

/** A palette for all frames, made of some pixels of each. */
function paletteOf(images: Image[]): number[][] {
	const step = 3;
	const pixels = images.map(({ data }) => Math.floor(data.length / 4 / step));
	const all = new Uint8Array(4 * pixels.reduce((sum, count) => sum + count, 0));
	let end = 0;
	for (const [index, { data }] of images.entries()) {
		for (let pixel = 0; pixel < (pixels[index] ?? 0); pixel++, end += 4) {
			const at = pixel * step * 4;
			all.set(data.subarray(at, at + 4), end);
		}
	}
	return gifenc.quantize(all, COLOURS, { format: 'rgb565' });
}

/**
 * Makes an animated GIF that repeats for ever. A frame holds only what differs from the one before.
 * @param frames pictures of one size, as PNG
 * @param width of the GIF, in pixels; the height follows
 * @returns the bytes of the file
 */
export function movingPicture(frames: Frame[], width: number): Uint8Array {
	const images = frames.map(({ png }) => reduced(PNG.sync.read(png), width));
	const palette = paletteOf(images);
	// The place of "as before" must hold some colour.
	while (palette.length <= UNCHANGED) palette.push([0, 0, 0]);
	const encoder = gifenc.GIFEncoder();
	let before: Uint8Array | undefined;
	for (const [index, image] of images.entries()) {
		const colours = gifenc.applyPalette(image.data, palette.slice(0, COLOURS), 'rgb565');
		const pixels = colours.map((colour, at) => (colour === before?.[at] ? UNCHANGED : colour));
		before = colours;
		encoder.writeFrame(pixels, image.width, image.height, {
			...(index === 0 ? { palette, repeat: 0 } : {}),
			delay: frames[index]?.ms ?? 0,
			transparent: index > 0,
			transparentIndex: UNCHANGED,
			dispose: 1,
		});
	}
	encoder.finish();
	return encoder.bytes();
}
