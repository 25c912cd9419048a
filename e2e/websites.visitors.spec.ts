import type { Page } from '@playwright/test'
import type { FormElement } from '@throughline/contracts/form-content'
import { addWorkflowTrigger } from '@throughline/contracts/form-triggers'
import { FormId } from '@throughline/contracts/ids'
import { defaultWebsite } from '@throughline/contracts/website-content'
import { addWebsitePicture, createWebsite, publishWebsite, saveWebsite } from '@throughline/contracts/websites'
import { HOSTILE_TEXTS } from '../flow/src/testing/hostile-texts.ts'
import { withWorkflow } from './support/builder.ts'
import { FAILED_CALL } from './support/faults.ts'
import { publishedForm } from './support/forms.ts'
import { look } from './support/look.ts'
import { type Founder, founder } from './support/newcomer.ts'
import { harbourPicture } from './support/pictures.ts'
import { processed, sendBytes } from './support/previews.ts'
import { type Elements, publishedSite } from './support/published-site.ts'
import { origins, setting } from './support/settings.ts'
import { overSlow4g, paintOf } from './support/slow-network.ts'
import { expect, test } from './support/test.ts'

test('A visitor sends the form on a website, and the workflow behind it runs', async ({ openBrowser, faults }) => {
  const host = await founder('xena', { name: 'Cedar Partners' })
  const context = await openBrowser({ as: host.username })
  const workflow = await withWorkflow(host, {
    name: 'Client onboarding',
    prefix: 'ONB',
    type: 'sequential',
    metadata: { version: '1.0', category: 'clients' },
    start_fields: [{ name: 'legal_name', type: 'text', label: 'Legal name', required: true }],
    start_step: 'check',
    steps: { check: { id: 'check', type: 'manual', name: 'Check', assignee: { starter: true }, fields: [], next: [] } },
  })
  const asked: FormElement[] = [{ id: 'txt-1', type: 'textbox', label: 'Legal name', required: true }]
  const form_id = FormId.parse((await publishedForm(context, 'New client', asked)).split('/').at(-1))
  const body = { form_id, field_mapping: { 'txt-1': 'legal_name' } }
  await host.call(addWorkflowTrigger, { params: { workflowId: workflow.id }, body })
  const address = await publishedSite(host, 'Cedar', [
    { id: 'h-1', type: 'heading', level: 1, content: 'Start with one month' },
    { id: 'f-1', type: 'form', form_id },
  ])

  const visitor = await (await openBrowser()).newPage()
  await overSlow4g(visitor)
  await visitor.goto(address)
  const { shift } = await paintOf(visitor)
  expect(shift).toBeLessThanOrEqual(0.01)
  await look(visitor, 'site-contact', 360)
  const form = visitor.frameLocator('iframe[title="New client"]')
  // As slowly as people type: what is sent within three seconds is held.
  await form.getByLabel('Legal name').pressSequentially('Meridian Foods Ltd', { delay: 250 })
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByRole('heading', { name: 'Thank you for your submission!' })).toBeVisible()

  faults.expect(FAILED_CALL)
  expect((await visitor.goto(`${address}/abuot`))?.status()).toBe(404)
  await expect(visitor.getByRole('link', { name: 'Go to About' })).toBeVisible()
  await look(visitor, 'site-missing')

  const page = await context.newPage()
  await page.goto('/all-instances')
  await expect(page.getByRole('link', { name: /^New client / })).toBeVisible()
})

/** So many at a time, in a field that holds as many characters. */
const inGroups = (count: number, most: number) =>
  Array.from({ length: Math.ceil(HOSTILE_TEXTS.length / count) }, (_, at) =>
    HOSTILE_TEXTS.slice(at * count, (at + 1) * count)
      .join(' ')
      .slice(0, most),
  )

/** A website with hostile texts wherever an author may write; answers its address, and how many elements its first page has. */
async function publishedHostile(host: Founder, page: Page, form_id: FormId) {
  const content = defaultWebsite(HOSTILE_TEXTS[0] ?? '', 2026)
  const { data } = await host.call(createWebsite, { body: { ...content, title: HOSTILE_TEXTS[0] ?? '' } })
  const params = { websiteId: data.id }
  await page.goto('/home')
  const { name, buffer } = await harbourPicture(page)
  const document_id = await sendBytes(page, name, buffer)
  await processed(host, document_id)
  const { data: picture } = await host.call(addWebsitePicture, { params, body: { document_id } })
  const elements: Elements = [
    { id: 'h-1', type: 'heading', level: 1, content: HOSTILE_TEXTS[1] ?? '' },
    ...HOSTILE_TEXTS.map((text, at) => ({ id: `p-${at}`, type: 'paragraph' as const, content: text })),
    ...inGroups(8, 500).map((alt, at) => ({
      id: `i-${at}`,
      type: 'image' as const,
      src: picture.id,
      alt,
      width: '100%' as const,
    })),
    { id: 's-1', type: 'section', title: HOSTILE_TEXTS[2] ?? '', content: 'Plain', backgroundColor: '#123456' },
    { id: 'f-1', type: 'form', form_id },
  ]
  const labels = inGroups(20, 60).map((label) => ({ label, path: '/about' }))
  const [companyName = '', copyright = ''] = [inGroups(3, 120)[0], inGroups(8, 300)[1]]
  const body = {
    title: HOSTILE_TEXTS[0] ?? '',
    pages: content.pages.map((one, at) => (at === 0 ? { ...one, elements } : one)),
    header_config: {
      ...content.header_config,
      companyName,
      menuItems: [...content.header_config.menuItems, ...labels],
    },
    footer_config: { ...content.footer_config, companyName, copyright, textColor: '#333333' },
  }
  await host.call(saveWebsite, { params, body })
  const { publishUrl: address } = await host.call(publishWebsite, { params, body: {} })
  return { address, count: elements.length }
}

/** Counts what the policy of a page refuses, from its first byte on. */
function countRefusals() {
  let refused = 0
  addEventListener('securitypolicyviolation', () => {
    refused += 1
    Object.assign(window, { refused })
  })
}

const OUR_ORIGINS = [...Object.values(origins), setting('SITES_ORIGIN')]
const isOurs = (url: string) => OUR_ORIGINS.some((origin) => url.startsWith(`${origin}/`))

test('Hostile texts run nothing and ask nothing of others; the page reads well zoomed, narrow and without scripts', async ({
  openBrowser,
  faults,
}) => {
  const host = await founder('yara', { name: 'Cedar Partners' })
  const context = await openBrowser({ as: host.username })
  const title = HOSTILE_TEXTS.slice(0, 3).join(' ')
  const formPath = await publishedForm(context, title, [
    { id: 'txt-1', type: 'textbox', label: HOSTILE_TEXTS[0] ?? '' },
  ])
  const builder = await context.newPage()
  const { address, count } = await publishedHostile(host, builder, FormId.parse(formPath.split('/').at(-1)))
  const page = await (await openBrowser()).newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('dialog', (dialog) => requests.push(`dialog ${dialog.message()}`))
  await page.addInitScript(countRefusals)
  await page.goto(address)
  await expect(page.getByRole('main').locator('.text')).toHaveCount(HOSTILE_TEXTS.length + 1)
  await expect(page.frameLocator('main iframe').getByRole('heading', { name: title })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requests.filter((url) => !isOurs(url))).toEqual([])
  expect(await page.evaluate(() => document.scripts.length)).toBe(0)
  for (const frame of page.frames())
    expect(await frame.evaluate(() => ['hostileRan' in window, 'refused' in window])).toEqual([false, false])
  await look(page, 'site-hostile')
  // 1280 pixels at 200 % and at 400 %.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 512 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  const plain = await (await openBrowser({ javaScriptEnabled: false })).newPage()
  await plain.goto(address)
  await plain.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'About' }).click()
  await expect(plain).toHaveURL(`${address}/about`)

  // The frame of the canvas refuses also the scripts by which the journey looks into it.
  faults.expect(/^error: Blocked script execution in 'about:(blank|srcdoc)'/)
  const asked: string[] = []
  builder.on('request', (request) => asked.push(request.url()))
  builder.on('dialog', (dialog) => asked.push(`dialog ${dialog.message()}`))
  await builder.goto(`/website-builder/${address.split('/').at(-1)}`)
  const canvas = () =>
    builder.evaluate(() => {
      const drawn = document.querySelector('iframe')?.contentDocument
      const ran = 'hostileRan' in window
      return { elements: drawn?.querySelectorAll('[data-element]').length, scripts: drawn?.scripts.length, ran }
    })
  await expect.poll(canvas).toEqual({ elements: count, scripts: 0, ran: false })
  await builder.waitForLoadState('networkidle')
  expect(asked.filter((url) => !url.startsWith(`${origins.app}/`) && !/^(blob|data):/.test(url))).toEqual([])
})
