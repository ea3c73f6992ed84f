import type { Page } from '@playwright/test';

/** Two pictures that were compared. */
export interface Difference {
  /** The number of pixels that differ clearly: all of them when the sizes differ. */
  pixels: number;
  /** The rectangle around them, as left, top, right and bottom. */
  around: number[];
}

/**
 * Compares two pictures (PNG) in a page of the browser, which can read them. The edges of letters may differ a little from
 * one processor to the next, so a pixel differs when one of its colors does by more than 48 of 255.
 */
export const comparePictures = (page: Page, one: Buffer, other: Buffer): Promise<Difference> =>
  page.evaluate(
    async (addresses) => {
      const bitmaps = await Promise.all(
        addresses.map(async (address) => createImageBitmap(await (await fetch(address)).blob())),
      );
      const [first, second] = bitmaps.map((bitmap) => {
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        return context?.getImageData(0, 0, bitmap.width, bitmap.height);
      });
      const { width = 0, height = 0, data = [] } = first ?? {};
      if (width !== second?.width || height !== second.height)
        return { pixels: width * height, around: [0, 0, width, height] };
      let pixels = 0;
      let [left, top, right, bottom] = [width, height, 0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const distance = Math.max(
          ...[0, 1, 2].map((color) => Math.abs((data[at + color] ?? 0) - (second.data[at + color] ?? 0))),
        );
        if (distance <= 48) continue;
        const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
        pixels += 1;
        [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
      }
      return { pixels, around: [left, top, right, bottom] };
    },
    [one, other].map((picture) => `data:image/png;base64,${picture.toString('base64')}`),
  );
