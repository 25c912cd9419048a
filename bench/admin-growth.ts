/**
 * 200,000 people, 20,000 organizations and 100,000 messages: the console's lists stay within their bounds, by their plans,
 * and its pages are answered in time. `pnpm bench admin-growth`, or with another number of people, which writes no figures.
 */
import {
  getControlledOrg,
  getStaffCounts,
  listControlledOrgs,
  listControlledUsers,
  listFeedback,
  listStaffLog,
} from '../contracts/src/admin.ts'
import { TenantId } from '../contracts/src/ids.ts'
import { createTestApi } from '../server/test/api.ts'
import { connectAs } from '../server/test/connect.ts'
import { ENGINE_AWAY } from '../server/test/queued-mails.ts'
import { makeStaff } from '../server/test/staff/make-staff.ts'
import { CONSOLE_LISTS, putConsole, readList, readPlaces } from '../server/test/staff/many-rows.ts'
import { quantile } from '../server/test/statistics.ts'
import { table, writeFigures } from './support/figures.ts'

const PEOPLE = 200_000
/** Of each page; all of them together stay below what one person may read in a minute. */
const CALLS = 100
const MOST_MS = 150

const asked = Number(process.argv[2] ?? PEOPLE)
const size = { people: asked, organizations: Math.ceil(asked / 10), feedback: Math.ceil(asked / 2), log: asked }
const whole = (number: number) => Math.round(number).toLocaleString('en')

type Staff = Awaited<ReturnType<typeof makeStaff>>['client']

/** As staff page on: each call takes the page behind the one before, and begins again at the end. */
function following(ask: (cursor: string | undefined) => Promise<{ nextCursor?: string | undefined }>) {
  let cursor: string | undefined
  return async () => {
    cursor = (await ask(cursor)).nextCursor
  }
}

const pagesOf = (client: Staff, organizations: readonly string[]): [string, (n: number) => Promise<unknown>][] => [
  [
    'people who wait',
    following((cursor) => client.page(listControlledUsers, { query: { status: 'waiting', cursor } })),
  ],
  ['all people', following((cursor) => client.page(listControlledUsers, { query: { cursor } }))],
  ['people by prefix', (n) => client(listControlledUsers, { query: { q: `p${n + 1}` } })],
  ['organizations', following((cursor) => client.page(listControlledOrgs, { query: { cursor } }))],
  ['organizations by prefix', (n) => client(listControlledOrgs, { query: { q: `firm ${n + 1}` } })],
  [
    'an organization',
    (n) => client(getControlledOrg, { params: { orgId: TenantId.parse(organizations[n % organizations.length]) } }),
  ],
  ['feedback', following((cursor) => client.page(listFeedback, { query: { cursor } }))],
  [
    'open bug reports',
    following((cursor) =>
      client.page(listFeedback, { query: { status: 'open', feedback_type: 'bug_report', cursor } }),
    ),
  ],
  ['staff log', following((cursor) => client.page(listStaffLog, { query: { cursor } }))],
  ['staff log about one', (n) => client(listStaffLog, { query: { about: organizations[n % organizations.length] } })],
  ['what the tabs count', () => client(getStaffCounts)],
]

/** Buffers beyond its rows that a list is to read at most, with all that stands beside them. */
const BESIDE_ROWS = 5

interface Reading {
  name: string
  rows: number
  buffers: number
  allBuffers: number
}

/** Where that is not reached, and why. */
const besideText = ({ name, rows, buffers, allBuffers }: Reading) =>
  `- ${name}: ${allBuffers} for ${rows} rows, ${
    buffers > rows + BESIDE_ROWS
      ? 'its own rows stand on more pages of its index'
      : `${allBuffers - buffers} of them for what is looked up beside each row, down an index each time`
  }`

async function timesOf(page: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < CALLS; n++) {
    const began = performance.now()
    await page(n)
    times.push(performance.now() - began)
  }
  return times.toSorted((one, other) => one - other)
}

const api = await createTestApi(ENGINE_AWAY)
try {
  await api.database.admin((admin) => putConsole(admin, size))
  const broken: string[] = []
  const lists: (string | number)[][] = []
  const readings: Reading[] = []
  const client = await connectAs('tl_staff', api.database.name)
  for (const list of CONSOLE_LISTS)
    for (const [n, { rows, buffers, allBuffers, ms, problems }] of (await readList(client, list)).entries()) {
      const name = `${list.name}, ${n === 0 ? 'first page' : 'later page'}`
      lists.push([name, rows, buffers, allBuffers, ms.toFixed(1)])
      readings.push({ name, rows, buffers, allBuffers })
      broken.push(...problems.map((problem) => `${name}: ${problem}`))
    }
  const places = await readPlaces(client)
  const placesName = 'where the people of a page belong'
  lists.push([placesName, places.rows, '', places.allBuffers, places.ms.toFixed(1)])
  readings.push({ name: placesName, rows: places.rows, buffers: 0, allBuffers: places.allBuffers })
  broken.push(...places.problems)
  await client.end()

  const staff = await makeStaff(api)
  const found = await api.database.admin((admin) =>
    admin.query<{ id: string }>(`select id from tenants where kind = 'organization' limit $1`, [CALLS]),
  )
  const organizations = found.rows.map(({ id }) => id)
  const pages: (string | number)[][] = []
  for (const [name, page] of pagesOf(staff.client, organizations)) {
    const times = await timesOf(page)
    const [median, p95, most] = [0.5, 0.95, 1].map((share) => quantile(times, share))
    pages.push([name, ...[median, p95, most].map((ms = 0) => ms.toFixed(0))])
    if ((p95 ?? 0) > MOST_MS) broken.push(`${name}: p95 ${p95?.toFixed(0)} ms`)
  }
  const above = readings.filter(({ rows, allBuffers }) => allBuffers > rows + BESIDE_ROWS)
  const lines = [
    `${whole(size.people)} people, each in one of ${whole(size.organizations)} organizations with 15 days of usage, ${whole(size.feedback)} messages, one in a hundred open,\nand ${whole(size.log)} rows of the staff log.`,
    'Plans as tl_staff with row security, each the one that serves all values; a page is 50 rows and one more. Bounds: a list',
    'reads its rows, 5 for the way down its index and 1 for each 20 rows, and the same for what is looked up beside each row.',
    '',
    ...table(['list', 'rows', 'buffers of its own rows', 'all buffers', 'ms'], lists),
    '',
    `In all, rows + ${BESIDE_ROWS} buffers are read at most${above.length === 0 ? '.' : ', but for these:'}`,
    ...above.map(besideText),
    '',
    `Calls of a member of staff, ${CALLS} of each one after the other, with their row in the staff log; p95 at most ${MOST_MS} ms.`,
    '',
    ...table(['page', 'ms, median', 'ms, p95', 'ms, most'], pages),
    '',
    `Bounds broken: ${broken.length === 0 ? 'none' : broken.length}.`,
    ...broken.map((one) => `- ${one}`),
  ]
  if (asked === PEOPLE) writeFigures('admin-growth', 'The console of staff', lines)
  else process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  await api.close()
}
