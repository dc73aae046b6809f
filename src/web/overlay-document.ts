// The document of an overlay: nothing but what the widgets draw from. Everything that changes comes later, over the
// live channel.
import { type ChannelPage, channelPage } from './layout/channel-document.ts';

/** The HTML of `GET /overlay/{channel}`. */
export const overlayPage = (page: ChannelPage): string => channelPage(page, { tag: 'main', id: 'overlay' });
