/** The shapes of displays on which screens are tested: width and height in pixels. */
export const SCREEN_SIZES = [
  [1920, 1080],
  [3840, 1080],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [1920, 192],
  [2560, 240],
] as const;
