import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { browserZone } from '../../shared/format/moments.ts'
import { refusal } from '../../shared/testing/fake-server.ts'
import { spec, texts } from './org.texts.ts'
import { zoneLabel } from './parts/zones.ts'
import { texts as rail } from './profile/rail.texts.ts'
import { ORGANIZATION, openProfile, serveProfile } from './testing/open-profile.tsx'
import { organization } from './testing/sample-organization.ts'

const PUT = `PUT ${ORGANIZATION}`
const GET = `GET ${ORGANIZATION}`

async function openForm() {
  const page = openProfile()
  fireEvent.click(await page.findByRole('button', { name: texts.edit }))
  const field = (label: string) => page.getByLabelText(label)
  const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
  const save = () => fireEvent.click(page.getByRole('button', { name: new RegExp(texts.save) }))
  return { ...page, field, type, save }
}

test('an admin reads everything and may edit', async () => {
  serveProfile('admin')
  const page = openProfile()
  expect(await page.findByRole('heading', { name: 'Harbor & Vale' })).toBeTruthy()
  expect(page.getByRole('button', { name: texts.edit })).toBeTruthy()
  expect(await page.findByText('Business')).toBeTruthy()
  expect(page.getByRole('link', { name: spec.updatePlan }).getAttribute('href')).toBe('/subscription/update')
  expect((await page.findByRole('link', { name: /Members.*3 invited.*24/ })).getAttribute('href')).toBe('/members')
  expect(page.getByText(rail.twoFactors).closest('li')?.textContent).toContain(rail.off)
  expect(page.queryByRole('switch')).toBeNull()
})

test('a member reads text, without Edit, Subscription and Access rules', async () => {
  const server = serveProfile('member')
  const page = openProfile()
  expect(await page.findByRole('heading', { name: 'Harbor & Vale' })).toBeTruthy()
  for (const hidden of [texts.edit, spec.subscription, rail.rules]) expect(page.queryByText(hidden)).toBeNull()
  expect(page.container.querySelectorAll('input, textarea, select')).toHaveLength(0)
  expect(server.sent('GET /v1/subscriptions/me/')).toEqual([])
})

test.each([
  ['https://harborvale.example', 'https://harborvale.example/'],
  ['javascript:alert(1)', undefined],
])('of the website %s only a page is a link', async (website, href) => {
  serveProfile('member', { [GET]: { body: organization({ website }) } })
  const page = openProfile()
  await page.findByRole('heading', { name: 'Harbor & Vale' })
  const link = page.queryByRole('link', { name: new RegExp(texts.newTab) })
  expect(link?.getAttribute('href')).toBe(href)
})

test('a logo that cannot be shown gives way to the default picture', async () => {
  serveProfile('member', { [GET]: { body: organization({ logo_url: '/v1/org/x/icon/' }) } })
  const page = openProfile()
  fireEvent.error(await page.findByRole('img', { name: /^Logo of/ }))
  expect(page.queryByRole('img', { name: /^Logo of/ })).toBeNull()
})

test('what was changed is saved with the version it was read at', async () => {
  const server = serveProfile('admin', { [PUT]: { body: organization({ name: 'Harbor', version: 5 }) } })
  const page = await openForm()
  expect(document.activeElement).toBe(page.field(texts.fields.name))
  page.type(texts.fields.name, 'Harbor')
  expect(page.getByText(texts.unsaved)).toBeTruthy()
  page.save()
  expect(await page.findByRole('heading', { name: 'Harbor' })).toBeTruthy()
  expect(page.toasts).toEqual([spec.saved])
  expect(server.sent(PUT)).toMatchObject([
    { name: 'Harbor', industry: 'Finance', time_zone: 'Europe/Lisbon', version: 4 },
  ])
  expect(document.activeElement).toBe(page.getByRole('button', { name: texts.edit }))
})

test('what is wrong is named, the first gets the focus, and nothing is sent', async () => {
  const server = serveProfile('admin')
  const page = await openForm()
  page.type(texts.fields.name, '  ')
  page.type(texts.fields.website, 'harbor vale')
  page.type(texts.fields.contact_email, 'hello')
  page.save()
  for (const words of [texts.problems.name, texts.problems.website, texts.problems.contact_email])
    expect(page.getByText(words)).toBeTruthy()
  expect(document.activeElement).toBe(page.field(texts.fields.name))
  expect(server.sent(PUT)).toEqual([])
})

test('a web address may be written without its beginning', async () => {
  const server = serveProfile('admin')
  const page = await openForm()
  page.type(texts.fields.website, ' harborvale.example')
  page.save()
  await waitFor(() => expect(server.sent(PUT)).toMatchObject([{ website: 'https://harborvale.example' }]))
})

test('a day that ends before it begins is named', async () => {
  const server = serveProfile('admin')
  const page = await openForm()
  page.type('Monday to', '0830')
  fireEvent.blur(page.field('Monday to'))
  page.save()
  expect(page.getByText(texts.problems.hours('Monday'))).toBeTruthy()
  expect(server.sent(PUT)).toEqual([])
})

test('somebody else was faster: it is said, and what one changed oneself stays', async () => {
  const server = serveProfile('admin', { [PUT]: refusal(409, 'stale_version', 'Changed meanwhile') })
  const page = await openForm()
  page.type(texts.fields.phone, '112')
  server.change(GET, { body: organization({ address: 'Elsewhere 1', version: 6 }) })
  page.save()
  expect(await page.findByText(texts.stale)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: texts.reload }))
  expect(page.field(texts.fields.address)).toHaveProperty('value', 'Elsewhere 1')
  expect(page.field(texts.fields.phone)).toHaveProperty('value', '112')
  server.change(PUT, { body: organization({ address: 'Elsewhere 1', phone: '112', version: 7 }) })
  page.save()
  await waitFor(() => expect(page.toasts).toEqual([spec.saved]))
  expect(server.sent(PUT).at(-1)).toMatchObject({ address: 'Elsewhere 1', phone: '112', version: 6 })
})

test('a newer version without other values, as after a new logo, is no conflict', async () => {
  const server = serveProfile('admin', { [PUT]: refusal(409, 'stale_version', 'Changed meanwhile') })
  const page = await openForm()
  page.type(texts.fields.phone, '112')
  server.change(GET, { body: organization({ version: 5 }) })
  page.save()
  await waitFor(() => expect(server.sent(PUT)).toMatchObject([{ version: 4 }, { version: 5 }]))
  expect(page.queryByText(texts.stale)).toBeNull()
})

test('a failure says so and keeps the form', async () => {
  serveProfile('admin', { [PUT]: refusal(500, 'internal', 'Trouble') })
  const page = await openForm()
  page.type(texts.fields.phone, '112')
  page.save()
  await waitFor(() => expect(page.toasts).toEqual([spec.saveFailed]))
  expect(page.field(texts.fields.phone)).toHaveProperty('value', '112')
})

test('unsaved changes are not lost without a question', async () => {
  serveProfile('admin')
  const page = await openForm()
  page.type(texts.fields.phone, '112')
  fireEvent.click(page.getByRole('link', { name: 'elsewhere' }))
  const dialog = within(await page.findByRole('alertdialog', { name: 'Discard all unsaved changes?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
  expect(page.field(texts.fields.phone)).toHaveProperty('value', '112')
  fireEvent.click(page.getByRole('link', { name: 'elsewhere' }))
  fireEvent.click(await page.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(page.address()).toBe('/home'))
})

async function choose(page: ReturnType<typeof openProfile>, label: string, option: string) {
  fireEvent.click(page.getByRole('combobox', { name: label }))
  const found = await page.findByRole('option', { name: option })
  fireEvent.pointerDown(found)
  fireEvent.mouseUp(found)
  fireEvent.click(found)
}

test('without an organisation one is made; its kind is chosen, and its time zone is shown and can be changed', async () => {
  const mine = { organization_id: null, tenant_name: 'My workspace' }
  const server = serveProfile('owner', { 'POST /v1/org/': { status: 201, body: organization() } }, mine)
  const page = openProfile()
  fireEvent.change(await page.findByLabelText(texts.fields.name), { target: { value: 'Harbor & Vale' } })
  expect(page.getByLabelText(texts.zone.title)).toHaveProperty('value', zoneLabel(browserZone()))
  fireEvent.click(page.getByRole('button', { name: texts.create.submit }))
  for (const problem of [texts.problems.industry, texts.problems.size]) expect(page.getByText(problem)).toBeTruthy()
  expect(server.sent('POST /v1/org/')).toEqual([])
  await choose(page, texts.fields.industry, spec.industries.Finance)
  await choose(page, texts.fields.size, spec.sizes['1-10'])
  server.change('GET /v1/auth/me/', { body: { ...(await meNow()), organization_id: organization().id } })
  fireEvent.click(page.getByRole('button', { name: texts.create.submit }))
  expect(await page.findByRole('heading', { name: 'Harbor & Vale' })).toBeTruthy()
  await waitFor(() => expect(page.toasts).toEqual([spec.saved]))
  const fields = { website: '', description: '', address: '', contact_email: '', phone: '' }
  expect(server.sent('POST /v1/org/')).toEqual([
    { name: 'Harbor & Vale', industry: 'Finance', size: '1-10', ...fields, time_zone: browserZone() },
  ])
})

const meNow = async () => (await fetch('/v1/auth/me/', { method: 'GET' })).json()

test('requiring two factors asks an owner first and says how many lack them', async () => {
  const call = `PATCH ${ORGANIZATION}access-rules/`
  const server = serveProfile('owner', { [call]: { body: organization({ require_two_factors: true }) } })
  const page = openProfile()
  fireEvent.click(await page.findByRole('switch', { name: rail.twoFactors }))
  const dialog = within(await page.findByRole('alertdialog'))
  await waitFor(() => expect(dialog.getByText(rail.lacking(2))).toBeTruthy())
  expect(server.sent(call)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: rail.require }))
  await waitFor(() => expect(server.sent(call)).toEqual([{ require_two_factors: true }]))
})

test.each([
  ['text/plain', 10, spec.logoType],
  ['image/png', 5 * 1024 * 1024, spec.logoSize],
])('a logo of type %s with %i bytes is refused before it can be cropped', async (type, size, words) => {
  serveProfile('admin')
  const page = await openForm()
  const file = Object.defineProperty(new File(['x'], 'logo', { type }), 'size', { value: size })
  const input = page.container.querySelector('input[type=file]')
  if (input) fireEvent.change(input, { target: { files: [file] } })
  expect((await page.findByRole('alert')).textContent).toBe(words)
  expect(page.queryByRole('dialog')).toBeNull()
})

test('a profile that cannot be read says so and can be asked for again', async () => {
  const server = serveProfile('member', { [GET]: refusal(500, 'internal', 'Trouble') })
  const page = openProfile()
  expect((await page.findByRole('alert')).textContent).toContain(texts.loadFailed)
  server.change(GET, { body: organization() })
  fireEvent.click(page.getByRole('button', { name: spec.tryAgain }))
  expect(await page.findByRole('heading', { name: 'Harbor & Vale' })).toBeTruthy()
})

test('while it loads it says so', async () => {
  serveProfile('member', { [GET]: 'silent' })
  expect(await openProfile().findByText(texts.loading)).toBeTruthy()
})

test('a subscription that cannot be read leaves the rest, says so and can be asked for again', async () => {
  const call = 'GET /v1/subscriptions/me/'
  const server = serveProfile('admin', { [call]: refusal(403, 'forbidden', 'Trouble') })
  const page = openProfile()
  const alert = await page.findByText(spec.subscriptionFailed)
  expect(page.getByRole('heading', { name: 'Harbor & Vale' })).toBeTruthy()
  const summary = { plan: 'Business', status: 'Active', start_date: null, end_date: null, auto_renew: true }
  server.change(call, { body: summary })
  fireEvent.click(within(alert.parentElement ?? page.container).getByRole('button', { name: spec.tryAgain }))
  expect(await page.findByText('Business')).toBeTruthy()
})

test.each(['managers_publish', 'managers_override', 'managers_delete'] as const)(
  'an owner keeps what members do to managers: %s',
  async (rule) => {
    const call = `PATCH ${ORGANIZATION}access-rules/`
    const server = serveProfile('owner', { [call]: { body: organization({ [rule]: true }) } })
    const page = openProfile()
    fireEvent.click(await page.findByRole('switch', { name: rail[rule] }))
    expect(await page.findByText(rail.managersOnly)).toBeTruthy()
    expect(server.sent(call)).toEqual([{ [rule]: true }])
  },
)

test('that admins see all is switched by an owner without a question; a failure is said', async () => {
  const call = `PATCH ${ORGANIZATION}access-rules/`
  const server = serveProfile('owner', { [call]: { body: organization({ admins_see_all: true }) } })
  const page = openProfile()
  fireEvent.click(await page.findByRole('switch', { name: rail.adminsSeeAll }))
  expect(await page.findByText(rail.seeAll)).toBeTruthy()
  expect(server.sent(call)).toEqual([{ admins_see_all: true }])
  server.change(call, refusal(500, 'internal', 'Trouble'))
  fireEvent.click(page.getByRole('switch', { name: rail.adminsSeeAll }))
  await waitFor(() => expect(page.toasts).toEqual([spec.saveFailed]))
  expect(page.getByText(rail.seeAll)).toBeTruthy()
})
