import { describe, expect, it } from 'vitest';
import { canonicalAddress, clientAddress, networkOf, parseTrustedProxies, trustNone } from '../../src/ops/address.ts';

const trusted = (text: string) => {
  const isTrusted = parseTrustedProxies(text);
  if (isTrusted === null) throw new Error(`${text} is not a list of proxies.`);
  return isTrusted;
};

describe('an address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0000:0000:0000:0000:0000:ffff:7f00:0001', '127.0.0.1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['unknown', null],
    ['127.1', null],
    ['010.0.0.1', null],
    ['', null],
  ])('%j has one spelling: %j', (text, spelling) => {
    expect(canonicalAddress(text)).toBe(spelling);
  });

  it('counts by itself when it is IPv4, and by its /64 when it is IPv6', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
    expect(networkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8:1:2:ffff::')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8:1:3::')).not.toBe('2001:db8:1:2::/64');
  });
});

describe('trusted proxies (rule ACCESS-17)', () => {
  it.each(['10.0.0.0/33', 'proxy.example', '10.0.0.0/8, nonsense', '10.0.0/8'])('refuses %j', (text) => {
    expect(parseTrustedProxies(text)).toBeNull();
  });

  it('believes nothing without them', () => {
    expect(clientAddress('203.0.113.9', '198.51.100.1', trustNone)).toBe('203.0.113.9');
    expect(clientAddress('203.0.113.9', '198.51.100.1', trusted('10.0.0.0/8'))).toBe('203.0.113.9');
  });

  it('reads the header from the right, as far as the addresses are trusted', () => {
    const isTrusted = trusted('10.0.0.0/8,192.0.2.7, 2001:db8:5::/48');
    const client = (peer: string, forwarded: string) => clientAddress(peer, forwarded, isTrusted);
    expect(client('10.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
    expect(client('10.0.0.1', '6.6.6.6, 198.51.100.1')).toBe('198.51.100.1');
    expect(client('10.0.0.1', '6.6.6.6, 198.51.100.1, 192.0.2.7, 10.9.9.9')).toBe('198.51.100.1');
    expect(client('0000:0000:0000:0000:0000:ffff:0a00:0001', '198.51.100.1')).toBe('198.51.100.1');
    expect(client('2001:db8:5::1', '[2001:db8:9::7]:50812')).toBe('2001:db8:9::7');
    expect(client('10.0.0.1', '198.51.100.1:50812')).toBe('198.51.100.1');
  });

  it('stops at what is no address: the proxy that wrote it is the client', () => {
    const isTrusted = trusted('10.0.0.0/8');
    expect(clientAddress('10.0.0.1', '198.51.100.1, unknown', isTrusted)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', '198.51.100.1, <script>, 10.0.0.2', isTrusted)).toBe('10.0.0.2');
    expect(clientAddress('10.0.0.1', '', isTrusted)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', ',,,', isTrusted)).toBe('10.0.0.1');
  });
});
