/** How quick the form builder is with two hundred elements; taken once, by `pnpm bench form-builder`, with the machine to itself. */
import type { Page } from '@playwright/test'
import type { FormElement } from '@throughline/contracts/form-content'
import { table, writeFigures } from '../bench/support/figures.ts'
import { publishedForm } from './support/forms.ts'
import { keysOf, watchKeys } from './support/key-times.ts'
import { expect, test } from './support/test.ts'

const SLOWDOWN = 4
const ELEMENTS = 200
const LETTERS = 'A label that goes on for as long as sixty letters, more or less'

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** Every kind of field in turns, one in five shown on a condition; all on one page, or twenty on each. */
function elements(perPage: number): FormElement[] {
  const kinds = ['textbox', 'textarea', 'email', 'number', 'date', 'dropdown', 'radio', 'checkbox']
  return Array.from({ length: ELEMENTS }, (_, n): FormElement[] => {
    const type = kinds[n % kinds.length] ?? 'textbox'
    // The text field before it.
    const text = `f_${Math.floor((n - 1) / kinds.length) * kinds.length}`
    const hasOptions = ['dropdown', 'radio', 'checkbox'].includes(type)
    return [
      ...(n > 0 && n % perPage === 0 ? [{ id: `pg-${n}`, type: 'page', title: `Page ${n / perPage + 1}` }] : []),
      {
        id: `f-${n}`,
        type,
        label: `Question ${n + 1}`,
        helpText: 'As of today, across all sites',
        ...(n % 3 === 0 && { required: true }),
        ...(hasOptions && { options: ['One', 'Two', 'Three', 'Four'] }),
        ...(n % 5 === 4 && { show_if: `has(vars.${text}) && vars.${text} != ""` }),
      },
    ]
  }).flat()
}

/** A label typed where it stands on the canvas, one in the panel, one in the outline's panel. */
async function typed(page: Page, field: ReturnType<Page['getByLabel']>): Promise<number[]> {
  await field.fill('')
  await page.waitForTimeout(3_000)
  const earlier = (await keysOf(page)).length
  await field.focus()
  await page.keyboard.type(LETTERS, { delay: 120 })
  await page.waitForTimeout(1_000)
  const keys = (await keysOf(page)).slice(earlier)
  // A key that takes less than 16 ms is not told of.
  while (keys.length < LETTERS.length) keys.push(16)
  return keys
}

test('two hundred elements', async ({ openBrowser }) => {
  test.setTimeout(240_000)
  const context = await openBrowser({ as: 'maya' })
  const rows: (string | number)[][] = []
  for (const [size, perPage] of [
    ['on one page', ELEMENTS],
    ['on ten pages', ELEMENTS / 10],
  ] as const) {
    const path = await publishedForm(context, `Two hundred elements ${size}`, elements(perPage))
    const id = path.split('/').at(-1) ?? ''
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    for (const mode of ['canvas', 'outline']) {
      await page.goto(`/forms/${id}?edit=true&mode=${mode}`)
      await watchKeys(page)
      await expect(page.getByRole('button', { name: /^Save/ })).toBeVisible()
      await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      if (mode === 'canvas') {
        await page.getByRole('button', { name: 'Select Question 9', exact: true }).click()
        const label = page.locator('[data-element="f-8"]').getByRole('textbox').first()
        rows.push([`a key press in a label on the canvas, ${size}`, ...figures(await typed(page, label))])
      } else {
        await page.getByRole('treeitem', { name: /Question 17\b/ }).click()
      }
      const panel = page.getByRole('complementary').getByLabel('Label', { exact: true })
      const beside = mode === 'canvas' ? 'beside the canvas' : 'beside the outline'
      rows.push([`a key press in the panel ${beside}, ${size}`, ...figures(await typed(page, panel))])
      await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    }
    await page.close()
  }
  writeFigures('form-builder', 'The form builder with 200 elements', [
    ...table(['what', 'p50', 'p95', 'most', 'goal p95', 'CPU slowdown'], rows),
    '',
    `The built product in Chromium, a form of ${ELEMENTS} fields, one in five shown on a condition; ${LETTERS.length} key presses each. A key press is the browser’s own measure of it, in steps of 8 ms, until the frame is presented; less than 16 ms counts as 16. Where the time goes stands in [forms](areas/forms.md#a-key-press-in-the-builder).`,
  ])
  expect(rows).toHaveLength(6)
})

const figures = (keys: readonly number[]) => {
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return [ms(percentile(keys, 0.5)), ms(percentile(keys, 0.95)), ms(Math.max(...keys)), '≤ 50 ms', '4×']
}
