import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { PAGES, type Site } from './world.ts'

/** So soon after it was acknowledged a release has to be the one that everybody reads. */
const PUBLIC_WITHIN = 5_000
/** Nobody waits longer for a page. */
const LONGEST = 20_000

/** What is known of one website from outside. */
export interface Known {
  site: Site
  /** The releases that were acknowledged, with when. */
  acknowledged: { number: number; at: number }[]
  /** The latest that anybody read. */
  seen: number
}

export interface Visits {
  pages: number
  pictures: number
  /** Answers to an address whose page had not changed. */
  unchanged: number
  /** Answers that did not come, or with 5xx, while the only api was away. */
  lost: number
  /** Answers that began after a release was acknowledged and were still older: allowed for five seconds. */
  behind: number
  longest: number
  broken: Set<string>
}

interface Answer {
  status: number
  etag: string
  body: Buffer
}

const agent = new Agent({ keepAlive: true })

interface Place {
  /** Where the api listens, whatever it is called. */
  origin: string
  host: string
}

/** Undefined where no whole answer came. */
const ask = ({ origin, host }: Place, path: string, etag: string | undefined): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    const headers = { host, 'accept-encoding': 'br', ...(etag ? { 'if-none-match': etag } : {}) }
    const asked = request(new URL(path, origin), { agent, headers, timeout: LONGEST }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => resolve(undefined))
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? '', body })
      })
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(undefined))
    asked.end()
  })

/** The release of every part of a page; more than one where a page is put together from several. */
const releasesIn = (html: string) => [
  ...new Set([...html.matchAll(/release-(\d+)-/g)].map(([, number]) => Number(number))),
]

interface Visitor extends Place {
  known: readonly Known[]
  visits: Visits
  random: () => number
  on: () => boolean
  /** Whether the only api was away at any moment between the two. */
  wasAway: (from: number, to: number) => boolean
  /** Milliseconds between two visits. */
  pause: number
}

interface Wanted {
  one: Known
  path: string
  /** What was read there before. */
  before: { etag: string; number: number } | undefined
}

async function visitPage(visitor: Visitor, { one, path, before }: Wanted): Promise<Wanted['before']> {
  const { visits, wasAway } = visitor
  const began = Date.now()
  const atLeast = one.seen
  const latest = Math.max(0, ...one.acknowledged.map(({ number }) => number))
  const due = Math.max(
    0,
    ...one.acknowledged.filter(({ at }) => at < began - PUBLIC_WITHIN).map(({ number }) => number),
  )
  const answer = await ask(visitor, path, before?.etag)
  const ended = Date.now()
  if (!answer || answer.status >= 500) {
    if (wasAway(began, ended)) visits.lost++
    else visits.broken.add(`${path} answered ${answer?.status ?? 'nothing'} while the api was there`)
    return before
  }
  visits.longest = Math.max(visits.longest, ended - began)
  if (answer.status === 404 && one.seen === 0 && due === 0) return before
  const unchanged = answer.status === 304 ? before?.number : undefined
  if (answer.status !== 200 && unchanged === undefined) {
    visits.broken.add(`${path} answered ${answer.status}`)
    return before
  }
  const found = unchanged === undefined ? releasesIn(brotliDecompressSync(answer.body).toString()) : [unchanged]
  const [number = 0, ...others] = found
  visits.pages++
  if (unchanged !== undefined) visits.unchanged++
  if (others.length > 0) visits.broken.add(`${path} is of releases ${found.join(', ')} at once`)
  if (number < atLeast) visits.broken.add(`${path} went back from release ${atLeast} to ${number}`)
  if (number < due) visits.broken.add(`${path} is still of release ${number}, ${due} was acknowledged over 5 s before`)
  if (number < latest) visits.behind++
  one.seen = Math.max(one.seen, number)
  return { etag: answer.etag, number }
}

async function visitPicture(visitor: Visitor, { site, seen }: Known, width: string): Promise<void> {
  const { visits, wasAway } = visitor
  if (seen === 0) return
  const began = Date.now()
  const path = `/public/websites/${site.id}/pictures/${site.picture}${width}`
  const answer = await ask(visitor, path, undefined)
  const ended = Date.now()
  visits.longest = Math.max(visits.longest, ended - began)
  if (answer?.status === 200) visits.pictures++
  else if (wasAway(began, ended)) visits.lost++
  else visits.broken.add(`the picture answered ${answer?.status ?? 'nothing'} while the api was there`)
}

/** Reads one page after the other, now and then asking only whether it changed, and every fourth time a picture. */
export async function visit(visitor: Visitor): Promise<void> {
  const { known, random, on, pause } = visitor
  const before = new Map<string, NonNullable<Wanted['before']>>()
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  while (on()) {
    const one = pick(known)
    if (!one) throw new Error('there is nothing to visit')
    if (random() < 0.25) await visitPicture(visitor, one, pick(['', '?w=480']) ?? '')
    else {
      const page = pick(PAGES)
      const path = `/public/websites/${one.site.id}${page ? `/${page}` : ''}`
      const read = await visitPage(visitor, { one, path, before: random() < 0.5 ? before.get(path) : undefined })
      if (read) before.set(path, read)
    }
    await sleep(random() * 2 * pause)
  }
}
