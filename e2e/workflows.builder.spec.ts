import type { Page } from '@playwright/test'
import {
  chooseWay,
  draftSaved,
  outlineRow,
  PURCHASE,
  pick,
  publishButton,
  publishVersion,
  renameStep,
  saveButton,
  startEditing,
  stepCard,
  stepName,
  stepPanel,
} from './support/builder.ts'
import { founder } from './support/newcomer.ts'
import { toast } from './support/signin.ts'
import { expect, test } from './support/test.ts'

const BUILT = /\/workflow-builder\/[0-9a-f-]{36}/

const addOn = async (page: Page, button: RegExp, type: string, name: string) => {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: type, exact: true }).click()
  await stepName(page).fill(name)
  await expect(stepCard(page, name)).toBeVisible()
}
const editor = (page: Page) => page.getByRole('textbox', { name: 'Workflow JSON' })
const question = (page: Page, title: string) => page.getByRole('alertdialog', { name: title })
const answered = (page: Page, title: string, way: string) =>
  question(page, title).getByRole('button', { name: way }).click()

test('By mouse: built, mended, tried, saved, edited as text, discarded, published, compared, restored', async ({
  openBrowser,
}) => {
  test.slow()
  const host = await founder('marta', { name: 'Cedar Partners' })
  const page = await (await openBrowser({ as: host.username })).newPage()

  await test.step('five steps, with a condition and two at once', async () => {
    await page.goto('/workflow-builder/new')
    await expect(page.getByText('No steps defined')).toBeVisible()
    await page.getByRole('button', { name: 'Add step' }).click()
    await expect(stepName(page)).toBeFocused()
    await stepName(page).fill('Ask for equipment')
    const panel = stepPanel(page)
    await panel.getByRole('button', { name: 'Add field' }).click()
    const field = panel.getByRole('form', { name: 'New field' })
    await field.getByLabel('Label').fill('Amount')
    await pick(page, field.getByRole('combobox', { name: 'Type' }), 'Currency')
    await field.getByRole('button', { name: 'Add', exact: true }).click()

    await addOn(page, /^Add a step after Ask for equipment/, 'Condition', 'How much is it?')
    await panel.getByLabel('Name of branch 1').fill('Over 1,000')
    await pick(page, panel.getByRole('combobox', { name: 'Variable' }), /^Amount/)
    await pick(page, panel.getByRole('combobox', { name: 'Compare' }), 'is more than')
    await panel.getByRole('textbox', { name: 'Value' }).fill('1000')
    await expect(panel.getByText('Summary:')).toBeVisible()
    await addOn(page, /^Add a step after How much is it\?, Over 1,000/, 'Approval', 'Manager decides')
    await addOn(page, /^Add a step after Manager decides/, 'Manual', 'Order it')
    await addOn(page, /^Add a step after Order it/, 'Manual', 'Book the desk')
    await chooseWay(page, 'Rename and settings…')
    const settings = page.getByRole('dialog', { name: 'Workflow settings' })
    await settings.getByLabel('Name').fill('Equipment')
    await settings.getByLabel('Prefix').fill('EQP')
    await settings.getByRole('radio', { name: 'In parallel where it branches' }).check()
    await settings.getByRole('button', { name: 'Apply' }).click()
    await stepCard(page, 'Order it').click()
    await pick(page, panel.getByRole('combobox', { name: 'Next goes to' }), 'End')
    await stepCard(page, 'Manager decides').click()
    await panel.getByRole('button', { name: 'Also at once' }).click()
    await pick(page, panel.getByRole('combobox', { name: /opens at once/ }), /Book the desk/)
    await expect(panel.getByText('All of these open at once.')).toBeVisible()
    await expect(page).toHaveURL(BUILT)
    const name = page.getByRole('heading', { level: 1, name: 'Equipment' })
    await expect(name).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect.poll(() => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('undone and done again', async () => {
    await page.getByRole('button', { name: /^Undo: Change where it leads/ }).click()
    await expect(stepPanel(page).getByText('All of these open at once.')).toBeHidden()
    await page.getByRole('button', { name: /^Redo: Change where it leads/ }).click()
    await expect(stepPanel(page).getByText('All of these open at once.')).toBeVisible()
  })

  await test.step('the issues are listed, lead to their steps and are mended', async () => {
    await publishButton(page).click()
    await expect(toast(page, /^Saved as draft\. \d issues? to fix before it can run\.$/)).toBeVisible()
    const issues = page.getByRole('complementary', { name: 'Issues' })
    await issues.getByRole('button', { name: /Manager decides/ }).click()
    await expect(stepCard(page, 'Manager decides')).toHaveAttribute('aria-pressed', 'true')
    await issues.getByRole('button', { name: 'Ask the owners' }).click()
    await expect(issues.getByText('It’s ready to run.')).toBeVisible()
  })

  await test.step('tried to its end', async () => {
    await page.getByRole('button', { name: 'Try it', exact: true }).click()
    const trial = page.getByRole('complementary', { name: 'Try it' })
    await trial.getByLabel('Amount').fill('2500')
    await trial.getByRole('button', { name: 'Complete step' }).click()
    await trial.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(trial.getByText('2 open. Ends when all are answered.')).toBeVisible()
    await trial.getByRole('button', { name: 'Complete step' }).click()
    await trial.getByRole('button', { name: 'Complete step' }).click()
    await expect(trial.getByRole('heading', { name: /^Ended: / })).toBeVisible()
    await trial.getByRole('button', { name: 'Leave' }).click()
  })

  await test.step('saved as a draft, published, and there after a reload', async () => {
    await saveButton(page).click()
    await expect(toast(page, 'Workflow saved successfully!')).toBeVisible()
    await expect(page.getByText('v1', { exact: true })).toBeHidden()
    await publishVersion(page, 1)
    await page.reload()
    await expect(page.getByText('v1', { exact: true })).toBeVisible()
    for (const name of ['Ask for equipment', 'How much is it?', 'Manager decides', 'Order it', 'Book the desk'])
      await expect(stepCard(page, name)).toBeVisible()
  })

  await test.step('edited as text, which must be right before it is left or saved', async () => {
    await startEditing(page)
    await renameStep(page, 'Order it', 'Place the order')
    await page.getByRole('radio', { name: 'JSON' }).click()
    await expect(editor(page)).toContainText('"type": "approval"')
    await editor(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' nonsense')
    await page.getByRole('radio', { name: 'Visual' }).click()
    await expect(toast(page, 'Invalid JSON. Please fix before switching views.')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(toast(page, 'Invalid JSON. Please fix before saving.')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    const whole = { ...PURCHASE, prefix: 'EQP' }
    await editor(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(JSON.stringify(whole))
    await page.getByRole('radio', { name: 'Visual' }).click()
    await expect(stepCard(page, 'Ask for it')).toBeVisible()
    await draftSaved(page)
  })

  await test.step('discarded: back at the published version', async () => {
    await chooseWay(page, 'Discard draft')
    await question(page, 'Discard all unsaved changes?').getByRole('button', { name: 'Keep editing' }).click()
    await chooseWay(page, 'Discard draft')
    await answered(page, 'Discard all unsaved changes?', 'Discard changes')
    await expect(stepCard(page, 'Order it')).toBeVisible()
    await expect(stepCard(page, 'Ask for it')).toBeHidden()
  })

  await test.step('a second version is published, compared on the canvas, and the first restored', async () => {
    await renameStep(page, 'Order it', 'Place the order')
    await page.getByRole('button', { name: 'Add step after' }).click()
    await stepName(page).fill('File the receipt')
    await publishButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Publish version 2?' })
    await dialog.getByLabel('Note').fill('Receipts are filed')
    await dialog.getByRole('button', { name: 'Publish version 2' }).click()
    await expect(toast(page, 'Version 2 is published')).toBeVisible()
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const history = page.getByRole('complementary', { name: 'History' })
    await expect(history.getByText('Receipts are filed')).toBeVisible()
    const canvas = page.getByRole('region', { name: 'Changes on the canvas' })
    await expect(canvas.getByRole('article', { name: /File the receipt, .*Added/ })).toBeVisible()
    await expect(canvas.getByRole('article', { name: /Place the order, .*Changed/ })).toBeVisible()
    await history.getByRole('button', { name: 'Version 1', exact: true }).click()
    await history.getByRole('button', { name: 'Restore as draft' }).click()
    await expect(toast(page, 'Version 1 is now the draft. Publish it to use it.')).toBeVisible()
    await expect(stepCard(page, 'Order it')).toBeVisible()
    await expect(stepCard(page, 'File the receipt')).toBeHidden()
  })
})

test('By keys alone: built in the outline, mended, tried, saved, edited as text, published, compared, restored', async ({
  openBrowser,
}) => {
  test.slow()
  const host = await founder('nuria', { name: 'Cedar Partners' })
  const page = await (await openBrowser({ as: host.username })).newPage()
  const { keyboard } = page
  const write = async (text: string) => {
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(text)
  }
  const named = async (text: string) => {
    await expect(stepName(page)).toBeFocused()
    await write(text)
    await keyboard.press('Escape')
    await expect(stepPanel(page)).toBeHidden()
    await expect(outlineRow(page, text)).toBeFocused()
  }
  const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter')

  await test.step('five steps, with a condition and two at once', async () => {
    await page.goto('/workflow-builder/new')
    await expect(page.getByText('No steps defined')).toBeVisible()
    await page.getByRole('heading', { level: 1 }).focus()
    await keyboard.press('o')
    await press('Add step')
    await named('Ask for equipment')
    await keyboard.press('a')
    await named('How much is it?')
    await keyboard.press('a')
    await named('Order it')
    await keyboard.press('ArrowUp')
    await expect(outlineRow(page, 'How much is it?')).toBeFocused()
    await keyboard.press('Enter')
    await stepPanel(page).getByRole('radio', { name: 'Manual' }).focus()
    for (const type of ['Automation', 'Approval', 'Condition']) {
      await keyboard.press('ArrowRight')
      await expect(stepPanel(page).getByRole('radio', { name: type })).toBeFocused()
    }
    await press('Write as CEL')
    await stepPanel(page).getByRole('textbox', { name: 'Expression' }).focus()
    await keyboard.type('instance.priority == "urgent"')
    await keyboard.press('Escape')
    await expect(outlineRow(page, 'How much is it?')).toBeFocused()
    await keyboard.press('b')
    await named('Manager decides')
    await outlineRow(page, 'Ask for equipment').focus()
    await keyboard.press('b')
    await named('Book the desk')
    await expect(page.getByRole('treeitem', { name: 'Branch 1 of 2, at once, of 1 Ask for equipment' })).toBeVisible()
    await expect(outlineRow(page, 'Book the desk')).toHaveAccessibleName(
      /^Book the desk, step 5 of 5, Manual, in Branch 2 of 2,/,
    )
  })

  await test.step('walked, moved, deleted, taken back and found', async () => {
    await keyboard.press('Home')
    await keyboard.press('ArrowDown')
    await expect(outlineRow(page, 'Ask for equipment')).toBeFocused()
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('treeitem', { name: /^Branch 1 of 2/ })).toBeFocused()
    await keyboard.press('ArrowLeft')
    await keyboard.press('ControlOrMeta+f')
    await expect(page.getByRole('combobox', { name: 'Find step' })).toBeFocused()
    await keyboard.type('desk')
    await keyboard.press('Enter')
    await expect(outlineRow(page, 'Book the desk')).toHaveAttribute('aria-selected', 'true')
    await outlineRow(page, 'Book the desk').focus()
    await keyboard.press('a')
    await named('Clean the desk')
    await keyboard.press('Alt+ArrowUp')
    await expect(outlineRow(page, 'Clean the desk')).toHaveAccessibleName(/step 5 of 6/)
    await expect(outlineRow(page, 'Clean the desk')).toBeFocused()
    await keyboard.press('Alt+ArrowDown')
    await expect(outlineRow(page, 'Clean the desk')).toHaveAccessibleName(/step 6 of 6/)
    await keyboard.press('Backspace')
    await expect(outlineRow(page, 'Clean the desk')).toBeHidden()
    await keyboard.press('ControlOrMeta+z')
    await expect(outlineRow(page, 'Clean the desk')).toBeVisible()
    await keyboard.press('ControlOrMeta+Shift+z')
    await expect(outlineRow(page, 'Clean the desk')).toBeHidden()
  })

  await test.step('a variable is added', async () => {
    await press('Variables')
    const variables = page.getByRole('complementary', { name: 'Variables' })
    await variables.getByRole('button', { name: 'Add variable' }).press('Enter')
    await expect(variables.getByRole('textbox', { name: /^Name/ })).toBeFocused()
    await write('limit')
    await keyboard.press('Enter')
    await expect(variables.getByRole('button', { name: /^limit/ })).toBeVisible()
    await press('Publish…')
    await expect(toast(page, /^Saved as draft\. 1 issue to fix before it can run\.$/)).toBeVisible()
  })

  await test.step('the issues are mended', async () => {
    const issues = page.getByRole('complementary', { name: 'Issues' })
    await issues.getByRole('button', { name: 'Always take it' }).press('Enter')
    await expect(issues.getByText('It’s ready to run.')).toBeVisible()
    await keyboard.press('Escape')
    await expect(issues).toBeHidden()
  })

  await test.step('tried to its end, then saved and published', async () => {
    await keyboard.press('t')
    const trial = page.getByRole('complementary', { name: 'Try it' })
    await expect(trial.getByRole('button', { name: 'Complete step' })).toBeFocused()
    await keyboard.press('Enter')
    await press('Run to the end')
    await expect(trial.getByRole('heading', { name: /^Ended: / })).toBeVisible()
    await keyboard.press('t')
    await expect(trial).toBeHidden()
    await keyboard.press('ControlOrMeta+s')
    await expect(toast(page, 'Workflow saved successfully!')).toBeVisible()
    await press('Publish…')
    await page.getByRole('button', { name: 'Publish version 1' }).press('Enter')
    await expect(toast(page, 'Version 1 is published')).toBeVisible()
    await page.reload()
    await expect(page.getByText('v1', { exact: true })).toBeVisible()
  })

  await test.step('edited as text and discarded', async () => {
    await keyboard.press('e')
    await page.getByRole('radio', { name: 'Visual' }).focus()
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await editor(page).focus()
    await keyboard.press('ControlOrMeta+End')
    await keyboard.type(' nonsense')
    await keyboard.press('ControlOrMeta+s')
    await expect(toast(page, 'Invalid JSON. Please fix before saving.')).toBeVisible()
    await keyboard.press('ControlOrMeta+a')
    await keyboard.insertText(JSON.stringify(PURCHASE))
    await page.getByRole('radio', { name: 'JSON' }).focus()
    await keyboard.press('ArrowLeft')
    await expect(outlineRow(page, 'Ask for it')).toBeVisible()
    await draftSaved(page)
    await press('Workflow actions')
    await page.getByRole('menuitem', { name: 'Discard draft' }).press('Enter')
    const discard = question(page, 'Discard all unsaved changes?')
    await expect(discard.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expect(outlineRow(page, 'Ask for equipment')).toBeVisible()
  })

  await test.step('published, compared and restored', async () => {
    await outlineRow(page, 'Book the desk').focus()
    await keyboard.press('Enter')
    await stepName(page).focus()
    await write('Prepare the desk')
    await keyboard.press('Escape')
    await press('Publish…')
    const dialog = page.getByRole('dialog', { name: 'Publish version 2?' })
    await dialog.getByRole('button', { name: 'Publish version 2' }).press('Enter')
    await expect(toast(page, 'Version 2 is published')).toBeVisible()
    await keyboard.press('h')
    const history = page.getByRole('complementary', { name: 'History' })
    await expect(history.getByRole('button', { name: 'Prepare the desk' })).toBeVisible()
    await history.getByRole('button', { name: 'Version 1', exact: true }).press('Enter')
    await history.getByRole('button', { name: 'Restore as draft' }).press('Enter')
    await expect(toast(page, 'Version 1 is now the draft. Publish it to use it.')).toBeVisible()
    await expect(stepCard(page, 'Book the desk')).toBeVisible()
  })
})
