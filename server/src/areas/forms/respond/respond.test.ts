import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeTenant } from '../../../../test/factories.ts'
import { addFormVersion, contentOf, INTAKE_ELEMENTS, makeForm, makeTrigger } from '../../../../test/forms.ts'
import { createRespondent } from '../../../../test/respondent.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { beginPage, readPage } from './page-token.ts'

const api = await sharedApi()
const { ctx } = api
const { personId } = await makeSomeone(ctx)
const ours = await makeTenant(ctx, personId, 'organization', 'Ours')
const { send, post, formOf, token } = createRespondent(api)

const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await api.database.admin((admin) => admin.query<T>(text, values))).rows

interface Stored {
  id: string
  receipt: string
  state: string
  answers: Record<string, unknown>
  held_because: string[]
  version: number
  file_count: number
  took_seconds: number | null
}
const stored = (formId: string) =>
  rows<Stored>('select * from form_submissions where form_id = $1 order by id', [formId])
const started = (formId: string) =>
  rows<{ state: string; instance_id: string | null; reason: { code: string; message: string } | null }>(
    'select * from submission_starts where form_id = $1 order by workflow_id',
    [formId],
  )

const ACME = { 'txt-1': 'Acme & Söhne' }

describe('a response', () => {
  test('is stored with what was answered, and named by a receipt', async () => {
    const formId = await makeForm(ctx, ours)
    const texts = { ...ACME, 'num-1': '12', 'chk-1': '["Tax","Audit"]', 'chk-1[0]': 'Payroll' }
    const answer = await send(formId, { texts })
    expect(answer.status).toBe(201)
    expect(answer.receipt).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    const [response] = await stored(formId)
    expect(response).toMatchObject({ state: 'received', version: 1, held_because: [], took_seconds: 20 })
    expect(response?.answers).toEqual({
      'txt-1': 'Acme & Söhne',
      'num-1': 12,
      'chk-1': ['Tax', 'Audit'],
      'file-1': null,
      'file-2': null,
    })
  })

  test('takes lists by index, in order, or one under another; and an empty one', async () => {
    const formId = await makeForm(ctx, ours)
    await send(formId, { texts: { ...ACME, 'chk-1[1]': 'Audit', 'chk-1[0]': 'Tax' } })
    const form = formOf(formId, { texts: ACME })
    for (const one of ['Audit', 'Tax']) form.append('chk-1[]', one)
    await post(formId, form)
    await send(formId, { texts: { ...ACME, 'chk-1': '[]' } })
    expect((await stored(formId)).map(({ answers }) => answers['chk-1'])).toEqual([
      ['Tax', 'Audit'],
      ['Audit', 'Tax'],
      null,
    ])
  })

  test('a field that is not shown is not required, and not kept', async () => {
    const formId = await makeForm(ctx, ours)
    expect((await send(formId, { texts: { ...ACME, 'txt-2': 'secret' } })).status).toBe(201)
    expect((await stored(formId))[0]?.answers).not.toHaveProperty('txt-2')
    const refused = await send(formId, { texts: { ...ACME, 'chk-1': '["Payroll"]' } })
    expect(refused).toMatchObject({ status: 422, errors: [{ path: 'txt-2' }] })
  })

  test('that is refused says what is wrong with each answer, and leaves nothing', async () => {
    const formId = await makeForm(ctx, ours)
    const refused = await send(formId, { texts: { 'num-1': 'many', 'chk-1': '["Cooking"]' } })
    expect(refused.status).toBe(422)
    expect(refused.errors.map(({ path }) => path).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'chk-1',
      'num-1',
      'txt-1',
    ])
    expect(await stored(formId)).toEqual([])
  })

  test('to a version that was public before is read by that version', async () => {
    const formId = await makeForm(ctx, ours)
    const [heading] = INTAKE_ELEMENTS
    const newer = [...(heading ? [heading] : []), { id: 'txt-9', type: 'textbox', label: 'Name', required: true }]
    await addFormVersion(ctx, ours, formId, 2, contentOf('Newer', newer))
    await rows('update forms set current_version = 2, last_version = 2 where id = $1', [formId])
    expect((await send(formId, { texts: ACME })).status).toBe(422)
    expect((await send(formId, { texts: { ...ACME, _version: '1' } })).status).toBe(201)
    expect((await send(formId, { texts: { 'txt-9': 'Ada', _version: '2' } })).status).toBe(201)
    expect((await send(formId, { texts: { ...ACME, _version: '3' } })).status).toBe(422)
    expect((await stored(formId)).map(({ version }) => version)).toEqual([1, 2])
  })
})

describe('the same key', () => {
  test('is answered with the same receipt, however many come at once', async () => {
    const formId = await makeForm(ctx, ours)
    await makeTrigger(ctx, ours, formId)
    const sent = { texts: { ...ACME, _key: 'attempt-1' }, files: [['file-1[]', 'paper', 'paper.txt']] as const }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(formId, sent)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ receipt }) => receipt)).size).toBe(1)
    expect(await stored(formId)).toHaveLength(1)
    expect(await started(formId)).toHaveLength(1)
    expect(await rows('select from documents where form_id = $1', [formId])).toHaveLength(1)
  })

  test('with other answers is refused, and told the first receipt', async () => {
    const formId = await makeForm(ctx, ours)
    const first = await send(formId, { texts: { ...ACME, _key: 'attempt-2' } })
    const second = await send(formId, { texts: { 'txt-1': 'Other', _key: 'attempt-2' } })
    expect(second).toMatchObject({ status: 409, code: 'sent_before', receipt: first.receipt })
    expect(await stored(formId)).toHaveLength(1)
  })

  test('is answered after the form was closed, too', async () => {
    const formId = await makeForm(ctx, ours)
    const sent = { texts: { ...ACME, _key: 'attempt-3' } }
    const first = await send(formId, sent)
    await rows('update forms set closed_at = now() where id = $1', [formId])
    expect(await send(formId, sent)).toMatchObject({ status: 201, receipt: first.receipt })
  })

  test('without a key the same answers of the same network are one response', async () => {
    const formId = await makeForm(ctx, ours)
    const sent = { texts: { ...ACME, _key: undefined, _token: undefined } }
    const [one, two] = [await send(formId, sent), await send(formId, sent)]
    expect([one.status, two.receipt]).toEqual([201, one.receipt])
    expect(await stored(formId)).toMatchObject([{ state: 'held', held_because: ['no_token'] }])
    // As if the clock had struck between the two, and an hour later.
    const hour = `(split_part(idem_key, '.', 1)::int - 1) || substr(idem_key, strpos(idem_key, '.'))`
    await rows(`update form_submissions set idem_key = ${hour} where form_id = $1`, [formId])
    expect(await send(formId, sent)).toMatchObject({ status: 201, receipt: one.receipt })
    await rows(`update form_submissions set received_at = now() - interval '61 minutes' where form_id = $1`, [formId])
    expect((await send(formId, sent)).status).toBe(201)
    expect(await stored(formId)).toHaveLength(2)
  })
})

describe('a form that takes no responses', () => {
  test('says so when it is closed by hand, by its day, or has all it was to have', async () => {
    const closed = async (intake: object) => send(await makeForm(ctx, ours, { intake }), { texts: ACME })
    const past = new Date(Date.now() - 1_000)
    expect(await closed({ closed_at: past })).toMatchObject({ status: 409, code: 'closed', message: /closed/ })
    expect(await closed({ closes_at: past })).toMatchObject({ status: 409, code: 'closed' })
    const formId = await makeForm(ctx, ours, { intake: { closes_after: 2 } })
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(formId, { texts: ACME })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409])
    expect(await stored(formId)).toHaveLength(2)
  })

  test('has no more room under another spelling of its address', async () => {
    const formId = await makeForm(ctx, ours, { intake: { closes_after: 1 } })
    expect((await send(formId.toUpperCase(), { texts: ACME })).status).toBe(201)
    for (const id of [formId, formId.toUpperCase()]) {
      expect(await send(id, { texts: ACME })).toMatchObject({ status: 409, code: 'closed' })
    }
    expect(
      await rows(`select key from counters where name = 'form.submissions' and lower(key) = $1`, [formId]),
    ).toEqual([{ key: formId }])
  })

  test('is not found where it is unknown, unpublished or in the trash', async () => {
    const unpublished = await makeForm(ctx, ours, { isPublished: false })
    const trashed = await makeForm(ctx, ours, { intake: { deleted_at: new Date() } })
    for (const id of [unpublished, trashed, ours.tenantId, 'nothing']) {
      expect(await send(id, { texts: ACME }), id).toMatchObject({ status: 404, code: 'not_found' })
    }
  })
})

describe('what a response starts', () => {
  test('gets the mapped answers, as its variables hold them, and the files', async () => {
    const formId = await makeForm(ctx, ours)
    await makeTrigger(ctx, ours, formId, { fixed: { channel: 'web' } })
    const texts = { ...ACME, 'num-1': '12', 'chk-1': '["Tax"]' }
    const { receipt } = await send(formId, { texts, files: [['file-1[]', 'paper', 'paper.txt']] })
    const [response] = await stored(formId)
    expect(response).toMatchObject({ state: 'running', file_count: 1 })
    const [start] = await started(formId)
    expect(start).toMatchObject({ state: 'started', reason: null })
    const [instance] = await rows<{ variables: object; name: string; source: string }>(
      'select s.variables, i.name, i.source from instances i join instance_state s on s.instance_id = i.id where i.id = $1',
      [start?.instance_id],
    )
    const papers = response?.answers['file-1']
    expect(instance).toMatchObject({
      source: 'form',
      variables: { company: 'Acme & Söhne', people: 12, services: ['Tax'], channel: 'web', papers },
    })
    expect(instance?.name).toContain(receipt?.replace('-', ''))
    const [document] = await rows('select * from documents where form_id = $1', [formId])
    expect(document).toMatchObject({
      instance_id: start?.instance_id,
      submission_id: response?.id,
      state: 'quarantined',
      uploaded_by: null,
    })
    expect([document && 'id' in document ? document.id : '']).toEqual(papers)
  })

  test('is started by nobody, for whom somebody stands in; the form is named as its source', async () => {
    const formId = await makeForm(ctx, ours)
    await makeTrigger(ctx, ours, formId, { standIn: { kind: 'member', id: ours.ownerId } })
    await send(formId, { texts: ACME })
    const [instance] = await rows(
      `select i.started_by, i.stand_in_kind, i.stand_in_id, i.source_name = f.title as named
       from submission_starts s join instances i on i.id = s.instance_id join forms f on f.id = s.form_id where f.id = $1`,
      [formId],
    )
    expect(instance).toEqual({ started_by: null, stand_in_kind: 'member', stand_in_id: ours.ownerId, named: true })
  })

  test('does not bear the title of a limited form, which others may see nothing of', async () => {
    const formId = await makeForm(ctx, ours, { intake: { visibility: 'limited' } })
    await makeTrigger(ctx, ours, formId)
    const { receipt } = await send(formId, { texts: ACME })
    const [instance] = await rows<{ workflow: string }>(
      `select i.name, i.source_name, w.name as workflow from submission_starts s
       join instances i on i.id = s.instance_id join workflows w on w.id = i.workflow_id where s.form_id = $1`,
      [formId],
    )
    const name = `${instance?.workflow} ${receipt?.replace('-', '')}`
    expect(instance).toMatchObject({ name, source_name: null })
  })

  test('a second workflow gets a document of its own with the same bytes; what nothing maps stays the form’s', async () => {
    const formId = await makeForm(ctx, ours)
    await makeTrigger(ctx, ours, formId)
    await makeTrigger(ctx, ours, formId)
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const files = [
      ['file-1[]', 'paper', 'paper.txt'],
      ['file-2[]', png, 'logo.png'],
    ] as const
    expect(await send(formId, { texts: ACME, files })).toMatchObject({ status: 201 })
    const starts = await started(formId)
    expect(starts.map(({ state }) => state)).toEqual(['started', 'started'])
    const versions = await rows<{ quarantine_key: string; instance_id: string | null; name: string }>(
      `select v.quarantine_key, d.instance_id, d.name from documents d join document_versions v on v.document_id = d.id
       where d.tenant_id = $1 and (d.form_id = $2 or d.instance_id = any ($3)) order by d.id`,
      [ours.tenantId, formId, starts.map(({ instance_id }) => instance_id)],
    )
    const papers = versions.filter(({ name }) => name === 'paper.txt')
    expect(new Set(papers.map(({ instance_id }) => instance_id))).toEqual(new Set(starts.map((one) => one.instance_id)))
    expect(new Set(papers.map(({ quarantine_key }) => quarantine_key)).size).toBe(1)
    expect(versions.filter(({ name }) => name === 'logo.png')).toMatchObject([{ instance_id: null }])
  })

  test('a start that is refused keeps its reason, and costs neither the response nor the other start', async () => {
    const formId = await makeForm(ctx, ours)
    const { workflowId: archived } = await makeTrigger(ctx, ours, formId)
    const { workflowId: unmapped } = await makeTrigger(ctx, ours, formId, { mapping: { 'num-1': 'people' } })
    const { workflowId: unfit } = await makeTrigger(ctx, ours, formId, {
      mapping: { 'txt-1': 'people', 'file-1': 'company' },
    })
    const { workflowId: fine } = await makeTrigger(ctx, ours, formId)
    await rows(`update workflows set status = 'archived' where id = $1`, [archived])
    const before = await rows(`select sum(n) from counters where name = 'workflow.instances' and tenant_id = $1`, [
      ours.tenantId,
    ])
    const files = [['file-1[]', 'paper', 'paper.txt']] as const
    expect((await send(formId, { texts: ACME, files })).status).toBe(201)
    const reasons = await rows<{ workflow_id: string; state: string; code: string }>(
      `select workflow_id, state, reason ->> 'code' as code from submission_starts where form_id = $1`,
      [formId],
    )
    const of = (id: string) => reasons.find(({ workflow_id }) => workflow_id === id)
    expect(of(archived)).toMatchObject({ state: 'not_started', code: 'archived' })
    expect(of(unmapped)).toMatchObject({ state: 'not_started', code: 'missing' })
    expect(of(unfit)).toMatchObject({ state: 'not_started', code: 'wrong_type' })
    expect(of(fine)).toMatchObject({ state: 'started', code: null })
    expect(await stored(formId)).toMatchObject([{ state: 'not_started' }])
    const after = await rows(`select sum(n) from counters where name = 'workflow.instances' and tenant_id = $1`, [
      ours.tenantId,
    ])
    expect(Number(Object.values(after[0] ?? {})[0])).toBe(Number(Object.values(before[0] ?? {})[0]) + 1)
  })
})

describe('what looks automated', () => {
  const heldFor = async (texts: Record<string, string | undefined>) => {
    const formId = await makeForm(ctx, ours)
    await makeTrigger(ctx, ours, formId)
    const named = Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [name, value?.replace('FORM', formId)]),
    )
    const { status, receipt } = await send(formId, { texts: { ...ACME, ...named } })
    expect([status, typeof receipt]).toEqual([201, 'string'])
    expect(await started(formId)).toMatchObject([{ state: 'held', instance_id: null }])
    return (await stored(formId))[0]
  }

  test('is thanked and held, and starts nothing', async () => {
    expect(await heldFor({ _website: 'https://spam.example' })).toMatchObject({
      state: 'held',
      held_because: ['honeypot'],
    })
    expect(await heldFor({ _token: undefined })).toMatchObject({ held_because: ['no_token'], took_seconds: null })
    expect(await heldFor({ _token: 'made.up' })).toMatchObject({ held_because: ['no_token'] })
    expect(await heldFor({ _token: token(ours.tenantId) })).toMatchObject({ held_because: ['no_token'] })
  })

  test('a response that was begun a moment ago, yesterday, or sent from one page again and again', async () => {
    const formId = await makeForm(ctx, ours)
    await send(formId, { texts: { ...ACME, _token: token(formId, 500) } })
    await send(formId, { texts: { ...ACME, _token: token(formId, 25 * 3_600_000) } })
    const page = token(formId)
    for (let n = 0; n < 6; n++) await send(formId, { texts: { ...ACME, _token: page } })
    const signs = (await stored(formId)).map(({ held_because }) => held_because.join())
    expect(signs).toEqual(['too_fast', 'no_token', '', '', '', '', '', 'rate'])
  })

  test('work that was asked for has to be done', async () => {
    const formId = await makeForm(ctx, ours)
    const { token: page, work } = beginPage(ctx.config, formId, Date.now() - 20_000, true)
    const hash = (n: number) => createHash('sha256').update(`${work?.salt}${n}`).digest('hex')
    const found = Array.from({ length: work?.most ?? 0 }, (_, n) => n).find((n) => hash(n) === work?.target)
    await send(formId, { texts: { ...ACME, _token: page, _work: String(found) } })
    await send(formId, { texts: { ...ACME, _token: page, _work: '1' } })
    await send(formId, { texts: { ...ACME, _token: page } })
    expect((await stored(formId)).map(({ held_because }) => held_because)).toEqual([[], ['no_work'], ['no_work']])
    expect(readPage(ctx.config, formId, `${page}x`, Date.now())).toBeUndefined()
  })
})
