/** Subscriptions that one connection may have (P39). */
export const SUBSCRIPTIONS_MAX = 200;
