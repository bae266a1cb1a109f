// Specification 6.1 · valid and invalid webhook addresses.
import { assert, oneof, property, string, webUrl } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../../../../src-service/network/address-rules.ts'
import { isLoopback, isPublic } from '../../../../src-service/network/public-address.ts'
import { Refusal } from '../../../../src-service/store/refusal.ts'
import { runCount } from '../../../only-long.ts'

const read = (text: string) => readAddress(text, { loopback: false })
const local = (text: string) => readAddress(text, { loopback: true })
/** Null if the address is refused. Throws any other error. */
function acceptedUrl(text: string): URL | null {
  try {
    return new URL(read(text))
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const fitting = (url: URL | null): boolean =>
  url === null ||
  (url.protocol === 'https:' &&
    url.username === '' &&
    ['', '8443'].includes(url.port) &&
    !isPublic(url.hostname) &&
    !isLoopback(url.hostname))

describe('an address of a webhook', () => {
  test.each([
    ['https://hooks.example.no/kant?a=1', 'https://hooks.example.no/kant?a=1'],
    ['https://Hooks.Example.NO:443', 'https://hooks.example.no/'],
    ['HTTPS://hooks.example.no:8443/a/../b', 'https://hooks.example.no:8443/b'],
    ['https://blåbær.no/', 'https://xn--blbr-roah.no/'],
    ['https://3.no', 'https://3.no/'],
  ])('%s is accepted as %s', (text, normalForm) => {
    expect(read(text)).toBe(normalForm)
    expect(read(normalForm)).toBe(normalForm)
  })

  test('a name that looks like another is stored in ASCII', () => {
    // the first letter is Cyrillic
    expect(read('https://\u0430pple.com/')).toBe('https://xn--pple-43d.com/')
  })

  test.each([
    ['http://hooks.example.no/', /https/],
    ['ftp://hooks.example.no/', /https/],
    ['wss://hooks.example.no/', /https/],
    ['file:///etc/passwd', /https/],
    ['javascript:alert(1)', /https/],
    ['hooks.example.no', /not a valid address/],
    ['', /not a valid address/],
    ['https://', /not a valid address/],
    ['https://hooks.example.no:80/', /port is 80/],
    ['https://hooks.example.no:22/', /port is 22/],
    ['https://hooks.example.no:0/', /port is 0/],
    ['https://hooks.example.no:65536/', /not a valid address/],
    ['https://user@hooks.example.no/', /user name/],
    ['https://user:secret@hooks.example.no/', /user name/],
    ['https://:secret@hooks.example.no/', /user name/],
    ['https://hooks.example.no#@evil.example.com/', /after #/],
    ['https://93.184.216.34/', /IP number/],
    ['https://93.184.216.34./', /IP number/],
    ['https://127.0.0.1/', /IP number/],
    ['https://127.1/', /IP number/],
    ['https://2130706433/', /IP number/],
    ['https://0x7f000001/', /IP number/],
    ['https://0x7f.0.0.1/', /IP number/],
    ['https://0177.0.0.1/', /IP number/],
    ['https://017700000001/', /IP number/],
    ['https://0/', /IP number/],
    ['https://%31%32%37.0.0.1/', /IP number/],
    ['https://１２７.0.0.1/', /IP number/],
    ['https://①②⑦.0.0.1/', /IP number/],
    ['https://127。0。0。1/', /IP number/],
    ['https://[::1]/', /IP number/],
    ['https://[::ffff:127.0.0.1]/', /IP number/],
    ['https://[2606:2800:220:1::1]/', /IP number/],
    ['https://[fe80::1%25eth0]/', /not a valid address/],
    ['https://256.256.256.256/', /not a valid address/],
    ['https://1.2.3.4.5/', /not a valid address/],
    ['https://localhost/', /public host name/],
    ['https://LOCALHOST./', /not a host name/],
    ['https://ⓛocalhost/', /public host name/],
    ['https://a.localhost/', /public host name/],
    ['https://printer.local/', /public host name/],
    ['https://metadata.google.internal/', /public host name/],
    ['https://1.0.0.127.in-addr.arpa/', /public host name/],
    ['https://intranet/', /public host name/],
    ['https://hooks.example.no./', /not a host name/],
    ['https://hooks..example.no/', /not a host name/],
    ['https://foo_bar.example.no/', /not a host name/],
    ['https://-a.example.no/', /not a host name/],
    [`https://${'a'.repeat(64)}.no/`, /not a host name|not a valid address/],
    [`https://${'a.'.repeat(126)}no/`, /not a host name|not a valid address/],
    [' https://hooks.example.no/', /space/],
    ['https://hooks.exa\nmple.no/', /line break/],
    ['https:\\\\hooks.example.no\\', /backslash/],
    ['https://hooks.example.no/\u0000', /line break/],
    [`https://hooks.example.no/${'a'.repeat(2_000)}`, /2000/],
  ])('%j is refused', (text, why) => {
    expect(() => read(text)).toThrow(why)
    expect(() => read(text)).toThrow(Refusal)
  })

  test('loopback allows only this computer', () => {
    expect(local('http://127.0.0.1:4711/hook')).toBe('http://127.0.0.1:4711/hook')
    expect(local('https://[::1]:4711/')).toBe('https://[::1]:4711/')
    for (const text of ['http://10.0.0.1/', 'http://hooks.example.no/', 'ftp://127.0.0.1/', 'http://a@127.0.0.1/']) {
      expect(() => local(text)).toThrow(Refusal)
    }
  })

  test('any input is accepted or refused in one sentence, and an accepted one is a host name with https', () => {
    assert(
      property(oneof(webUrl({ authoritySettings: { withPort: true, withUserInfo: true } }), string()), (text) => {
        expect(fitting(acceptedUrl(text))).toBe(true)
      }),
      // generating addresses is slow
      { numRuns: runCount(4, 15) },
    )
  })
})

describe('an IP address', () => {
  test.each([
    '93.184.216.34',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '223.255.255.255',
    '2606:2800:220:1::1',
    '2a00::1',
  ])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:93.184.216.34',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::1',
    '3fff::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false)
  })
})
