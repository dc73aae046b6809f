// A library socket as live sessions know it.
import type { WebSocket } from 'uWebSockets.js';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import type { Frame } from '../live/channel.ts';
import type { CloseCode, Socket } from '../live/session.ts';
import { type Counters, countOne } from '../ops/counters.ts';
import type { ConnectionSlot } from './admission.ts';
import { utf8 } from './core/utf8.ts';
import type { UserData } from './upgrade.ts';

/** The close code that a peer sees when it is cut without a close frame. */
const CUT = 1006;

/** After the close, calls of its members have no effect. A class, because there may be a hundred thousand: they share their methods. */
export class OpenSocket implements Socket {
  readonly address: string;
  readonly network: string;
  readonly #ws: WebSocket<UserData>;
  readonly #slot: ConnectionSlot;
  readonly #counts: Counters;
  #isOpen = true;

  constructor(ws: WebSocket<UserData>, { address, network, slot }: UserData, counts: Counters) {
    this.address = address;
    this.network = network;
    this.#ws = ws;
    this.#slot = slot;
    this.#counts = counts;
  }

  identified(): void {
    this.#slot.identified();
  }

  send(frame: Frame): boolean {
    if (!this.#isOpen) return false;
    this.#counts.framesOut += 1;
    this.#counts.bytesOut += Buffer.byteLength(frame);
    return this.#ws.send(typeof frame === 'string' ? utf8(frame) : frame) !== 2;
  }

  subscribe(channel: AnyChannel): void {
    if (this.#isOpen) this.#ws.subscribe(channel);
  }

  unsubscribe(channel: AnyChannel): void {
    if (this.#isOpen) this.#ws.unsubscribe(channel);
  }

  buffered(): number {
    return this.#isOpen ? this.#ws.getBufferedAmount() : 0;
  }

  ping(): void {
    if (this.#isOpen) this.#ws.ping();
  }

  end(code: CloseCode, reason: string): void {
    if (!this.#isOpen) return;
    countOne(this.#counts.closes, code);
    this.#ws.end(code, reason);
  }

  kill(): void {
    if (!this.#isOpen) return;
    countOne(this.#counts.closes, CUT);
    this.#ws.close();
  }

  closed(): void {
    this.#isOpen = false;
  }
}
