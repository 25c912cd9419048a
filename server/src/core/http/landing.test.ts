import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { completeLanding, createLanding } from './landing.ts'

const CONFIG = { APP_ORIGIN: 'https://app.example', SIGNUP_APPROVAL: false }
const PAGE = [
  '<style>a{color:red}</style><script>1</script><script type="module" src="/assets/a.js"></script>',
  '<!--contact--><a href="mailto:tl:contact">Contact</a><!--/contact-->',
  '<!--register--><a href="tl:app/register">Create an account</a><!--/register-->',
  '<!--social--><nav><!--twitter--><a href="tl:twitter">Twitter</a><!--/twitter--><!--linkedin--><a href="tl:linkedin">LinkedIn</a><!--/linkedin--><!--github--><a href="tl:github">GitHub</a><!--/github--></nav><!--/social-->',
  '<span>tl:rights</span>',
].join('\n')

test('the page names what is configured and leaves out the rest', () => {
  const bare = completeLanding(PAGE, CONFIG, 2026)
  expect(bare).not.toMatch(/Contact|<nav>|tl:|<!--/)
  expect(bare).toContain('<a href="https://app.example/register">')
  expect(bare).toContain('© 2026 Throughline')
  const named = completeLanding(
    PAGE,
    { ...CONFIG, LANDING_CONTACT_EMAIL: 'a"b@example.com', LANDING_GITHUB_URL: 'https://github.com/example?a=1&b=2' },
    2026,
  )
  expect(named).toContain('<a href="mailto:a&quot;b@example.com">')
  expect(named).toContain('<nav><a href="https://github.com/example?a=1&amp;b=2">GitHub</a></nav>')
})

test('each profile that is configured has its link', () => {
  const profiles = {
    LANDING_TWITTER_URL: 'https://twitter.com/example',
    LANDING_LINKEDIN_URL: 'https://www.linkedin.com/company/example',
  }
  expect(completeLanding(PAGE, { ...CONFIG, ...profiles }, 2026)).toContain(
    '<nav><a href="https://twitter.com/example">Twitter</a><a href="https://www.linkedin.com/company/example">LinkedIn</a></nav>',
  )
})

test('an account is offered while sign-up is open', () => {
  expect(completeLanding(PAGE, { ...CONFIG, SIGNUP_APPROVAL: true }, 2026)).not.toContain('Create an account')
})

test('everybody gets the same bytes, whose style and script the policy names by hash, and the year is this one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'landing-'))
  const file = join(folder, 'landing.html')
  writeFileSync(file, PAGE)
  try {
    let now = new Date('2026-12-31T12:00:00Z')
    const send = createLanding(file, CONFIG, () => now)
    if (!send) throw new Error('no page')
    const app = Fastify()
    app.get('/home', (request, reply) => send(request, reply))
    const first = await app.inject('/home')
    expect(first.headers['content-security-policy']).toMatch(
      /script-src 'self' 'sha256-[\w+/=]{44}'; style-src 'sha256-[\w+/=]{44}'; /,
    )
    expect(first.headers['content-security-policy']).not.toContain('unsafe')
    expect(first.headers['set-cookie']).toBeUndefined()
    const packed = await app.inject({ url: '/home', headers: { 'accept-encoding': 'gzip, br' } })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(first.payload)
    const known = { 'if-none-match': String(first.headers.etag) }
    expect((await app.inject({ url: '/home', headers: known })).statusCode).toBe(304)
    now = new Date('2027-01-01T00:00:01Z')
    const later = await app.inject({ url: '/home', headers: known })
    expect(later.statusCode).toBe(200)
    expect(later.payload).toContain('© 2027 Throughline')
    await app.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
  expect(createLanding(file, CONFIG)).toBeUndefined()
})
