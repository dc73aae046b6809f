// The document of a stadium screen: everything that changes comes later, over the live channel.
import { type ChannelPage, channelPage } from './layout/channel-document.ts';

/** The HTML of `GET /screen/{channel}`. */
export const screenPage = (page: ChannelPage): string =>
  channelPage(page, { tag: 'div', id: 'screen', otherwise: 'This screen needs JavaScript.' });
