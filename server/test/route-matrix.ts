import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getPlan, openCardCheck, openPayment, startTrial, verifyPayment } from '@throughline/contracts/billing'
import { editComment, removeComment } from '@throughline/contracts/comments'
import { explainStep } from '@throughline/contracts/copilot'
import { dateStart } from '@throughline/contracts/dated-starts'
import { zipDocuments } from '@throughline/contracts/document-acts'
import { beginUpload, cancelUpload, signParts } from '@throughline/contracts/document-uploads'
import { downloadDocument } from '@throughline/contracts/documents'
import type { EndpointShape } from '@throughline/contracts/endpoint'
import { downloadInstanceFile } from '@throughline/contracts/instances'
import { chooseModel } from '@throughline/contracts/models'
import * as org from '@throughline/contracts/org'
import { BUILTIN_ROLES, builtinRole, type Permission, type RoleName } from '@throughline/contracts/permissions'
import { uploadPhoto } from '@throughline/contracts/profile'
import { beginPublicUpload, cancelPublicUpload, signPublicParts } from '@throughline/contracts/public-forms'
import {
  changeReport,
  deleteReport,
  downloadReport,
  getReportRows,
  restoreReport,
} from '@throughline/contracts/reports'
import { beginSignIn, reconnectBySignIn, returnFromSignIn } from '@throughline/contracts/sign-ins'
import { reviewTask, takeOver } from '@throughline/contracts/task-acts'
import { afterAll, describe, expect, test } from 'vitest'
import { CELLS } from '../src/main/permissions-table.ts'
import type { Change } from './changes.ts'
import { keyOf, type Sample } from './endpoint-samples.ts'
import { eventually } from './eventually.ts'
import { createRouteWorld } from './route-world.ts'
import { ACTORS, type Actor } from './world.ts'

const ROW = /^\| `([A-Z]+ \/\S*)` \| [^|]+ \|(.+)\|$/

const verdictOf = (cell: string | undefined): boolean => {
  const mark = cell?.trim()
  if (mark === CELLS.yes) return true
  if (mark === CELLS.no) return false
  throw new Error(`docs/permissions.md says ${mark} where it should say who may`)
}

/** What docs/permissions.md tells its readers: for each call, which roles may make it. */
function documentedPermissions(): Map<string, Record<RoleName, boolean>> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/permissions.md'), 'utf8')
  const rows = page.split('\n').flatMap((line) => {
    const [, call = '', cells = ''] = ROW.exec(line) ?? []
    return call ? [{ call, cells: cells.split('|') }] : []
  })
  return new Map(
    rows.map(({ call, cells }) => {
      const cell = (role: RoleName) => verdictOf(cells[BUILTIN_ROLES.findIndex(({ name }) => name === role)])
      return [
        call,
        {
          owner: cell('owner'),
          admin: cell('admin'),
          manager: cell('manager'),
          member: cell('member'),
          viewer: cell('viewer'),
        },
      ]
    }),
  )
}

const permissionsOf = (role: string): readonly Permission[] => builtinRole(role)?.permissions ?? []

/** Actors that are not called after their role. */
const ROLES_OF: Partial<Record<Actor, RoleName>> = { other_admin: 'admin', outsider: 'member' }

export const documented = documentedPermissions()
const isRole = (name: string): name is RoleName => builtinRole(name) !== undefined

/** What a call says to everyone here: it is for people without an organisation, for one browser alone, or needs a payment provider. */
const FOR_NOBODY_HERE = new Map<EndpointShape, string>([
  [org.createOrganization, '409 already_organization'],
  // A state is good for the browser that began with it alone.
  [returnFromSignIn, '409 sign_in_unknown'],
  [openPayment, '409 payments_off'],
  [openCardCheck, '409 payments_off'],
  [startTrial, '409 not_sold'],
  [verifyPayment, '409 payments_off'],
  // Nothing is dated where runs are left.
  [dateStart, '409 runs_left'],
])
/** The samples name what the owner wrote. */
const OWN_ALONE: readonly EndpointShape[] = [editComment, removeComment]

/** What names a tool that every workspace has. */
const OF_THE_PRODUCT: readonly EndpointShape[] = [beginSignIn]

/** What leads to another address. */
const LEADS_ON: readonly EndpointShape[] = [downloadDocument, downloadInstanceFile]

/** The same in every workspace. */
const EVERYBODYS: readonly EndpointShape[] = [getPlan]

/** What names something of ours in its body, all of which must be seen. */
const OF_ALL_NAMED: readonly EndpointShape[] = [zipDocuments, explainStep, chooseModel]

/** The samples name the owner as the one who looks it over. */
const BY_THE_REVIEWER: readonly EndpointShape[] = [reviewTask]

/** Everybody hands over their own work; the samples name somebody else. */
const OWN_OR_MANAGED: readonly EndpointShape[] = [takeOver]

/** The samples name reports that the owner made; admins look after those of others. */
const OWN_OR_ADMIN: readonly EndpointShape[] = [changeReport, deleteReport, restoreReport]
/** And that the owner has run. */
const OWN_ANSWERS: readonly EndpointShape[] = [getReportRows, downloadReport]

/** What the declaration promises this actor. Where nothing keeps them out, what the call makes of it is another matter. */
function promised(endpoint: EndpointShape, actor: Actor): string {
  // Everybody calls on the application's host.
  if (endpoint.host || endpoint.access === 'staff') return '404 not_found'
  if (endpoint.access === 'public') return 'let in'
  // Signed in or not: the form that the samples name is everybody's.
  if (endpoint.access === 'respondent') return String(endpoint.status ?? 200)
  if (actor === 'anonymous' || actor === 'suspended') return '401 not_signed_in'
  if (endpoint.access === 'signed_in') {
    // The samples name the owner and a session of theirs.
    if (/:(userId|sessionId)/.test(endpoint.path)) return actor === 'owner' ? 'let in' : '404 not_found'
    if (endpoint.path.includes(':tenantId')) return actor === 'other_admin' ? '404 not_found' : 'let in'
    return actor === 'other_admin' && endpoint.path.includes(':orgId') ? '404 not_found' : 'let in'
  }
  if (!permissionsOf(ROLES_OF[actor] ?? actor).includes(endpoint.access)) return '403 forbidden'
  const everywhere = FOR_NOBODY_HERE.get(endpoint)
  const isElsewhere = actor === 'other_admin' && endpoint.path.includes(':')
  if (everywhere && !isElsewhere) return everywhere
  if (EVERYBODYS.includes(endpoint)) return '200'
  // Without an id of ours, they work in their own.
  if (
    actor === 'other_admin' &&
    !OF_THE_PRODUCT.includes(endpoint) &&
    (endpoint.path.includes(':') || OF_ALL_NAMED.includes(endpoint))
  )
    return '404 not_found'
  // The samples name the owner, uploads, test calls, exports, connections and sign-ins that the owner began, and messages of theirs.
  if (
    /:(userId|uploadId|messageId|testCallId|connectionTestId|exportId|connectionOrToolId|signInId)/.test(
      endpoint.path,
    ) &&
    actor !== 'owner'
  )
    return '404 not_found'
  // Admins look after the connections of others, but sign in to none of them in their own name.
  if (endpoint === reconnectBySignIn && actor !== 'owner') return '404 not_found'
  if (/:connectionId/.test(endpoint.path) && actor !== 'owner' && actor !== 'admin') return '404 not_found'
  if (LEADS_ON.includes(endpoint)) return '302'
  if (OWN_ANSWERS.includes(endpoint) && actor !== 'owner') return '409 report_not_run'
  if (OWN_OR_ADMIN.includes(endpoint) && actor !== 'owner' && actor !== 'admin') return '403 not_yours'
  if (OWN_ALONE.includes(endpoint) && actor !== 'owner') return '403 not_own'
  if (BY_THE_REVIEWER.includes(endpoint) && actor !== 'owner') return '403 not_yours'
  if (OWN_OR_MANAGED.includes(endpoint) && !permissionsOf(ROLES_OF[actor] ?? actor).includes('members.manage'))
    return '403 not_yours'
  return String(endpoint.status ?? 200)
}

/** They speak with the store between two transactions, and only what completes an upload makes a document. */
const OF_UNFINISHED_UPLOADS: readonly EndpointShape[] = [
  beginUpload,
  signParts,
  cancelUpload,
  beginPublicUpload,
  signPublicParts,
  cancelPublicUpload,
]

/** Who the doors are for the database: the application's, that of signing in, and that of visitors. */
const DOORS = ['tl_api', 'tl_identity', 'tl_public']

const KEPT_OUT = /not_signed_in|forbidden|not_found|csrf_failed|foreign_origin|approval_pending|subscription_required/

/**
 * Every actor tries each of these routes and hears what its declaration promises; a test of each. What the owner changes
 * is changed once, however often the call is repeated under its key.
 */
export async function testMatrix(routes: readonly EndpointShape[]) {
  const { api, changes, sampleFor, call } = await createRouteWorld()
  let cells = 0
  afterAll(async () => {
    process.stdout.write(`${routes.length} routes by ${ACTORS.length} actors: ${cells} cells as declared\n`)
    await api.close()
  })

  /** As after a lost answer: the same once more under the same key. */
  async function expectOneEffect(endpoint: EndpointShape, sample: Sample, key: string) {
    const { status } = await call('owner', endpoint, sample, key)
    expect(status, 'the answer to the retry').toBe(endpoint.status ?? 200)
    // The bytes of a file came twice, and are noted as in use.
    const isEffect = ({ table, act }: Change) => table !== 'blobs' || act !== 'UPDATE'
    expect((await changes.since()).filter(isEffect), 'the retry changed something').toEqual([])
  }

  async function expectVerdict(actor: Actor, endpoint: EndpointShape, sample: Sample, key?: string) {
    const expected = promised(endpoint, actor)
    const { status, verdict, text } = await call(actor, endpoint, sample, key)
    if (expected === 'let in') {
      expect(status, `${actor}: ${verdict}`).toBeLessThan(500)
      expect(verdict, actor).not.toMatch(KEPT_OUT)
    } else {
      expect(verdict, actor).toBe(expected)
    }
    if (actor !== 'other_admin')
      expect(text, `${actor} saw something of theirs`).not.toMatch(/Their|Other owner|other-/)
    if (status >= 400) expect(text, `${actor} was told something of ours`).not.toMatch(/Our team|Ours/)
    const role = ROLES_OF[actor] ?? actor
    if (isRole(role))
      expect(documented.get(keyOf(endpoint))?.[role], `${role} by the page`).toBe(
        endpoint.access !== 'staff' && verdict !== '403 forbidden',
      )
    cells++
    return { status }
  }

  describe(`${routes.length} routes × ${ACTORS.length} actors: ${routes.length * ACTORS.length} cells`, () => {
    test('there are pictures to be seen', async () => {
      for (const upload of [org.uploadOrgIcon, uploadPhoto])
        expect((await call('owner', upload, await sampleFor(upload))).status).toBe(200)
    })

    test.each(routes.map((endpoint) => ({ name: keyOf(endpoint), endpoint })))('$name', async ({ endpoint }) => {
      const isRefused = (actor: Actor) => /^[45]/.test(promised(endpoint, actor))
      // Whoever is refused leaves the sample as it was, so that one serves them all.
      const sample = await sampleFor(endpoint)
      await changes.since()
      for (const actor of ACTORS.filter(isRefused)) await expectVerdict(actor, endpoint, sample)
      expect(await changes.since(), 'somebody who was refused changed something').toEqual([])
      for (const actor of ACTORS.filter((one) => !isRefused(one))) {
        const ownSample = await sampleFor(endpoint)
        await changes.since()
        const key = crypto.randomUUID()
        const { status } = await expectVerdict(actor, endpoint, ownSample, key)
        const changed = await changes.since()
        if (status >= 400) expect(changed, `${actor} changed something`).toEqual([])
        else if (actor === 'owner' && endpoint.method !== 'GET' && !OF_UNFINISHED_UPLOADS.includes(endpoint))
          await expectOneEffect(endpoint, ownSample, key)
      }
    })
  })

  test('all of it was done by the roles of the doors', async () => {
    await changes.close()
    const roles = () =>
      api.database.admin(async (admin) => {
        const seen = await admin.query<{ usename: string }>(
          `select distinct usename from pg_stat_activity
           where datname = current_database() and usename is not null and pid <> pg_backend_pid() order by 1`,
        )
        return seen.rows.map((row) => row.usename)
      })
    // What looked at the state above takes a moment to leave.
    await eventually(async () => expect(DOORS).toEqual(expect.arrayContaining(await roles())))
  })
  return { api }
}
