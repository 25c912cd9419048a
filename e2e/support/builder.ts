import type { Locator, Page } from '@playwright/test'
import type { WorkflowId } from '@throughline/contracts/ids'
import { createWorkflow, getWorkflow, type Workflow, type WorkflowInput } from '@throughline/contracts/workflows'
import type { Caller } from './api.ts'
import { toast } from './signin.ts'
import { expect } from './test.ts'

const PURCHASE_STEPS = {
  ask: {
    id: 'ask',
    type: 'manual',
    name: 'Ask for it',
    assignee: { starter: true },
    fields: [{ name: 'amount', type: 'currency', label: 'Amount', required: true }],
    next: ['size'],
  },
  size: {
    id: 'size',
    type: 'condition',
    name: 'How much is it?',
    branches: [{ name: 'Over 1,000', when: 'vars.amount > 1000', next: ['decide'] }],
    else: ['order'],
    next: ['decide', 'order'],
  },
  decide: {
    id: 'decide',
    type: 'approval',
    name: 'Decide',
    approvers: [{ role: 'Owner' }],
    rule: 'first',
    order: 'at_once',
    due: { in: '2bd' },
    next: ['order'],
  },
  order: { id: 'order', type: 'manual', name: 'Order it', assignee: { starter: true }, fields: [], next: [] },
}

/** The request of a small firm: asked, decided above an amount, ordered. */
export const PURCHASE: WorkflowInput = {
  name: 'Purchase request',
  prefix: 'PUR',
  type: 'sequential',
  metadata: { version: '1.0', category: 'finance' },
  start_step: 'ask',
  steps: PURCHASE_STEPS,
}

export async function withWorkflow(host: Caller, document: WorkflowInput): Promise<Workflow> {
  return (await host.call(createWorkflow, { body: document })).data
}

/** As the server has it now. */
export const storedWorkflow = async (host: Caller, workflowId: WorkflowId): Promise<Workflow> =>
  (await host.call(getWorkflow, { params: { workflowId } })).data

const literally = (text: string) => text.replaceAll(/[^\w\s,]/g, String.raw`\$&`)

export const stepCard = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Step \\d+ of \\d+, ${literally(name)},`) })
export const outlineRow = (page: Page, name: string) =>
  page.getByRole('treeitem', { name: new RegExp(`^${literally(name)}, step `) })
export const stepPanel = (page: Page) => page.getByRole('complementary', { name: /^Step \d+$/ })
export const stepName = (page: Page) => stepPanel(page).getByRole('textbox', { name: 'Name', exact: true }).first()

export async function openWorkflow(page: Page, { id }: Pick<Workflow, 'id'>, search = '') {
  await page.goto(`/workflow-builder/${id}${search}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export const saveButton = (page: Page) => page.getByRole('button', { name: /^Save\b(?! the)/ })
export const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish…', exact: true })

/** Publishes what the draft holds, as the version of this number. */
export async function publishVersion(page: Page, number: number) {
  await publishButton(page).click()
  const dialog = page.getByRole('dialog', { name: `Publish version ${number}?` })
  await dialog.getByRole('button', { name: `Publish version ${number}` }).click()
  await expect(toast(page, `Version ${number} is published`)).toBeVisible()
}

export async function startEditing(page: Page) {
  await page.getByRole('button', { name: /^Edit\b/ }).click()
  await expect(saveButton(page)).toBeVisible()
}

export async function chooseWay(page: Page, item: string) {
  await page.getByRole('button', { name: 'Workflow actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** One of a list that opens. */
export async function pick(page: Page, box: Locator, option: string | RegExp) {
  await box.click()
  await page.getByRole('option', { name: option }).first().click()
}

export async function renameStep(page: Page, from: string, to: string) {
  await stepCard(page, from).click()
  await stepName(page).fill(to)
  await expect(stepCard(page, to)).toBeVisible()
}

export const draftSaved = (page: Page) => expect(page.getByText(/^Draft saved \d/)).toBeAttached()
