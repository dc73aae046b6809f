// A clock that tests move. `Date` goes ahead of the real time; timers and `performance.now()` do not, as after the sleep of a device.

/** Replaces `Date` from now on. It uses nothing around it, so that a page may run its source. */
export function openMovedDate() {
  const RealDate = Date;
  let aheadMs = 0;
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) super(RealDate.now() + aheadMs);
      else super(...parts);
    }
    static now() {
      return RealDate.now() + aheadMs;
    }
  };
  return {
    setAhead(ms) {
      aheadMs = ms;
    },
    restore() {
      globalThis.Date = RealDate;
    },
  };
}
