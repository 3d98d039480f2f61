declare module 'gifenc' {
	/** Colours as [red, green, blue]. */
	export type Palette = number[][];

	interface Frame {
		palette?: Palette;
		/** In milliseconds. */
		delay?: number;
		transparent?: boolean;
		transparentIndex?: number;
		/** What becomes of the frame before the next one; 1 leaves it where it is. */
		dispose?: number;
		repeat?: number;
	}

	interface Encoder {
		writeFrame(pixels: Uint8Array, width: number, height: number, frame?: Frame): void;
		finish(): void;
		bytes(): Uint8Array;
	}

	const gifenc: {
		GIFEncoder(): Encoder;
		quantize(
			rgba: Uint8Array,
			colours: number,
			options?: { format?: 'rgb565' | 'rgb444' },
		): Palette;
		applyPalette(rgba: Uint8Array, palette: Palette, format?: 'rgb565' | 'rgb444'): Uint8Array;
	};
	export default gifenc;
}
