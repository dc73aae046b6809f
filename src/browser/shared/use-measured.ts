import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Returns a ref for an element, which is measured when it is drawn with other `inputs`, when its size changes, and when letters have
 * arrived: those of another script come after the first text that needs them.
 */
export function useMeasured<T extends HTMLElement>(measure: (element: T) => void, inputs: readonly unknown[]) {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = (): void => measure(element);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    document.fonts.addEventListener('loadingdone', look);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', look);
    };
  }, inputs);
  return ref;
}
