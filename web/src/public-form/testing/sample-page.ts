import type { FormElement } from '@throughline/contracts/form-content'
import { fieldOf, fileRuleOf } from '@throughline/flow/form'
import { compileForm } from '@throughline/flow/form-compile'
import { type FormPageData, html, renderPages } from '@throughline/flow/form-view'

export const FORM_ID = '018f6f2a-0000-7000-8000-00000000f001'

/** What the server draws of a form, as far as the script reads it. */
export function drawPage(elements: FormElement[], more: Partial<FormPageData> = {}) {
  const settings = { submitButtonText: 'Submit' }
  const { compiled } = compileForm({ title: 'Intake', description: '', elements, settings, banner: null })
  const data: FormPageData = {
    id: FORM_ID,
    version: 1,
    form: compiled,
    files: Object.fromEntries(
      elements.filter((one) => fieldOf(one)?.type === 'file').map((one) => [one.id, fileRuleOf(one)]),
    ),
    prefill: {},
    limits: { files: 20, megabytes: 100 },
    ...more,
  }
  document.body.innerHTML =
    html`<div data-strips></div><main><div class="tl-body"><p class="tl-head"><strong>Harbor & Vale</strong><span data-step></span></p><div data-alert></div><div data-intro><h1>Intake</h1></div><form novalidate>${renderPages(elements)}<input name="_website"><button type="button" data-act="back" hidden>Back</button><button type="button" data-act="next">Next</button><button type="submit" data-act="send">Submit</button><p data-wait hidden></p><p data-saved hidden>Saved on this device as you type</p></form></div></main><template id="thanks"><h1 tabindex="-1">Thank you for your submission!</h1><p>Your response has been recorded.</p><div class="tl-receipt"><output></output><button type="button" data-act="copy">Copy</button></div><button type="button" data-act="print">Print a copy of my answers</button><button type="button" data-act="another">Send another response</button></template>`.toString()
  const form = document.querySelector('form')
  if (!form) throw new Error('the page has no form')
  return { form, data }
}
