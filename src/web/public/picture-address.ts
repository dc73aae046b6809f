/** The path of the picture of a page, by the page's path. */
export const picturePath = (path: string): string => `${path}/picture.png`;
