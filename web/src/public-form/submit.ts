import { formSpec } from '@throughline/contracts/form-texts'
import { RESPONSE_KEYS } from '@throughline/contracts/public-forms'
import type { Json } from '@throughline/flow/eval'
import { make } from './dom.ts'
import { dropFile } from './file-memory.ts'
import { type FormPage, stopAt } from './page-state.ts'
import { texts } from './public-form.texts.ts'
import { type Sent, send } from './send.ts'
import { pause } from './waiting.ts'

/** The answers once more, for paper; on the screen they are not repeated. */
function copyOf({ data, files }: FormPage, values: Record<string, Json>): HTMLElement {
  const facts = data.form.fields.flatMap(({ name, label, type, options = [] }) => {
    if (!Object.hasOwn(values, name)) return []
    const value = values[name] ?? null
    const chosen = (Array.isArray(value) ? value : [value]).map(
      (one) =>
        options.find((option) => option.value === one)?.label ??
        (typeof one === 'string' || typeof one === 'number' ? String(one) : ''),
    )
    const words = type === 'file' ? files.of(name).map(({ file }) => file.name) : chosen
    return [make('div', {}, make('dt', {}, label), make('dd', {}, words.join(', ')))]
  })
  return make('dl', { class: 'tl-facts tl-printed' }, ...facts)
}

function end(page: FormPage, sent: Sent, values: Record<string, Json>, ids: readonly string[]) {
  const { view, draft, files, questions } = page
  if (sent.ended === 'received') {
    const copy = copyOf(page, values)
    draft.forget()
    for (const { key } of files.all) void dropFile(key)
    return view.showThanks(sent.receipt, {
      another: () => location.replace(location.pathname),
      note: sent.isFirst ? texts.firstReceipt : undefined,
      copy,
    })
  }
  if (sent.ended === 'refused') questions.refuse(sent.problems)
  const text = [sent.message, draft.isKept() ? texts.nothingLost : texts.notSavedHere].filter(Boolean).join(' ')
  stopAt(page, ids, { title: formSpec.submitFailed, text })
}

const FILES_LOOKED_AT_MS = 200

/** Sends once, however often it is pressed; files that are still on their way are waited for. */
export async function submit(page: FormPage, ids: readonly string[]) {
  const { form, data, view, draft, files, questions, beginning } = page
  if (page.isSending || stopAt(page, ids)) return
  page.isSending = true
  draft.keep({ answers: questions.answers(), at: Date.now() })
  view.showSending({ state: navigator.onLine ? 'sending' : 'offline' })
  try {
    while (files.isWaiting()) await pause(FILES_LOOKED_AT_MS)
    const begun = await beginning.begin()
    const { values, hidden } = questions.read()
    const trap = new FormData(form).get(RESPONSE_KEYS.trap)
    const response = {
      formId: data.id,
      version: data.version,
      key: draft.now.key,
      values,
      files: files.all.filter(({ element, state }) => state !== 'refused' && !hidden.has(element)),
      token: begun?.token,
      work: await begun?.work,
      trap: typeof trap === 'string' ? trap : '',
    }
    const sent = await send(response, (state) => view.showSending(state))
    view.showSending(undefined)
    end(page, sent, values, ids)
  } finally {
    page.isSending = false
    view.showSending(undefined)
  }
}
