import { describe, expect, test } from 'vitest';
import { admit, type Asked } from '../../../../src/page/inspector/server/serve-inspector.ts';

const TOKEN = 'a-token-of-forty-three-characters-0123456789';
const OWN = { port: 4000, token: TOKEN };
const asked = (spoil: Partial<Asked> = {}, headers: Asked['headers'] = {}): Asked => ({
  method: 'GET',
  url: `/runs?token=${TOKEN}`,
  ...spoil,
  headers: { host: '127.0.0.1:4000', ...headers },
});

describe('who asks', () => {
  test.each([
    ['the page', asked({ url: `/?token=${TOKEN}` }), 'page'],
    ['for the page by its other name', asked({}, { host: 'localhost:4000', origin: 'http://localhost:4000' }), 'runs'],
    [
      'for older rows',
      asked({ url: `/rows?run=a&from=1&to=2&token=${TOKEN}` }, { 'sec-fetch-site': 'same-origin' }),
      'rows',
    ],
    ['for work items', asked({ url: `/items?token=${TOKEN}` }, { 'sec-fetch-site': 'same-origin' }), 'items'],
    ['for records', asked({ url: `/records?run=a&n=2&token=${TOKEN}` }), 'records'],
    ['for events', asked({ url: `/events?run=a&token=${TOKEN}` }, { 'sec-fetch-site': 'same-origin' }), 'events'],
    ['to give a command', asked({ method: 'POST', url: '/commands' }, { 'x-dualgate-token': TOKEN }), 'commands'],
    ['for what is not there', asked({ url: `/etc/passwd?token=${TOKEN}` }), 'nowhere'],
    [
      'from a link elsewhere, with the token',
      asked({ url: `/?token=${TOKEN}` }, { 'sec-fetch-site': 'cross-site' }),
      'page',
    ],
  ])('%s and may is let in', (_, who, place) => {
    expect(admit(who, OWN)?.place).toBe(place);
  });

  test.each([
    ['without the token', asked({ url: '/runs' })],
    ['with an empty one', asked({ url: '/runs?token=' })],
    ['with a part of it', asked({ url: `/runs?token=${TOKEN.slice(0, -1)}` })],
    ['with more than it', asked({ url: `/runs?token=${TOKEN}x` })],
    ['for the page without the token', asked({ url: '/' })],
    ['by a name that was rebound to this machine', asked({}, { host: 'evil.example:4000' })],
    ['by a name that only begins like ours', asked({}, { host: '127.0.0.1:4000.evil.example' })],
    ['at another port', asked({}, { host: '127.0.0.1:80' })],
    ['without a port', asked({}, { host: '127.0.0.1' })],
    ['with a user before the name', asked({}, { host: 'a@127.0.0.1:4000' })],
    ['from another page', asked({}, { origin: 'http://evil.example' })],
    ['from a page of this machine at another port', asked({}, { origin: 'http://127.0.0.1:3000' })],
    ['from a page that says not where it is', asked({}, { origin: 'null' })],
    ['from a page that the browser says is another one', asked({}, { 'sec-fetch-site': 'cross-site' })],
    ['from a page of the same site only', asked({}, { 'sec-fetch-site': 'same-site' })],
    ['to give a command with the token in the address', asked({ method: 'POST', url: `/commands?token=${TOKEN}` })],
    ['for an address that is none', asked({ url: `http://127.0.0.1:4000/?token=${TOKEN}` })],
    ['for everything', asked({ method: 'OPTIONS', url: '*' })],
  ])('%s gets nothing', (_, who) => {
    expect(admit(who, OWN)).toBeNull();
  });

  test('may ask with any path and breaks nothing', () => {
    for (const url of ['//', '/\\', '/%', '/?', '/#', '/..', '//[', '/:', `/${'a'.repeat(9_000)}`])
      expect(admit(asked({ url }), OWN)).toBeNull();
  });
});
