import { DEFAULT_SUBMIT_TEXT, type FormContent, type FormElement } from '@throughline/contracts/form-content'
import { formSpec, formTexts } from '@throughline/contracts/form-texts'
import { RESPONSE_KEYS } from '@throughline/contracts/public-forms'
import { type CompiledForm, checkResponse, fieldOf, fileRuleOf, pagesOf } from '@throughline/flow/form'
import {
  attributes,
  controlId,
  type ElementState,
  type FormPageData,
  type Html,
  html,
  renderPages,
} from '@throughline/flow/form-view'
import { pageTexts as texts } from './page.texts.ts'
import type { PageAssets } from './page-assets.ts'

/** A published version, as its page shows it. */
export interface PageForm {
  id: string
  number: number
  content: FormContent
  compiled: CompiledForm
  /** Who receives the answers. */
  organisation: string
  limits: { files: number; megabytes: number }
}

function dataOf({ id, number, content, compiled, limits }: PageForm): FormPageData {
  const files = content.elements.filter((element) => fieldOf(element)?.type === 'file')
  return {
    id,
    version: number,
    form: compiled,
    files: Object.fromEntries(files.map((element) => [element.id, fileRuleOf(element)])),
    prefill: Object.fromEntries(content.elements.flatMap(({ id, prefill }) => (prefill ? [[prefill, id]] : []))),
    limits,
  }
}

interface Frame {
  title: string
  assets: PageAssets | undefined
  /** The script is for pages that are filled in; what is only read needs none. */
  script?: boolean
  content: Html
}

function page({ title, assets, script, content }: Frame): string {
  const head = assets && [
    assets.font && html`<link rel="preload" as="font" type="font/woff2" href="${assets.font}" crossorigin>`,
    assets.styles.map((href) => html`<link rel="stylesheet" href="${href}">`),
    script && html`<script type="module" src="${assets.script}"></script>`,
  ]
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title>${head}</head><body class="tl-form">${content}</body></html>`.toString()
}

/** A new picture has another address, so that no browser shows the one before. */
const bannerOf = ({ id, content: { banner } }: PageForm) =>
  banner &&
  html`<img class="tl-banner" src="/v1/forms/public/${id}/header/?picture=${banner.id}" alt="${banner.altText}" height="${banner.height}">`

const webAddress = (text: string | undefined) =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined

function footerOf({ organisation, content: { settings } }: PageForm): Html {
  const privacy = webAddress(settings.privacy_url)
  return html`<footer class="tl-footer"><span>${texts.onlySees(organisation)}</span>${privacy && html`<a href="${privacy}" rel="noreferrer">${texts.privacy}</a>`}<span>${texts.product}</span></footer>`
}

const card = (form: PageForm, content: Html) =>
  html`<main class="tl-card">${bannerOf(form)}<div class="tl-body">${content}</div></main>${footerOf(form)}`

function stepsOf({ organisation }: PageForm, pages: number): Html {
  const bars = Array.from({ length: pages }, (_, at) => html`<i${attributes({ 'data-done': at === 0 })}></i>`)
  const steps = pages > 1
  return html`<p class="tl-head"><strong>${organisation}</strong>${steps && html`<span class="tl-script" data-step>${formTexts.pageOf(1, pages)}</span>`}</p>${steps && html`<div class="tl-bars tl-script" aria-hidden="true">${bars}</div>`}`
}

/** A form that begins with a heading of its own has that for a title. */
function openingOf({ content: { title, elements } }: PageForm): { heading: string; rest: readonly FormElement[] } {
  const [first, ...rest] = elements
  const own = first?.type === 'mainHeading' && (first.content || first.title || first.label)
  const isWithinPage = pagesOf(rest).length === pagesOf(elements).length
  return own && isWithinPage ? { heading: own, rest } : { heading: title, rest: elements }
}

const receiptOf = (receipt: string) =>
  html`<div class="tl-receipt"><div>${formTexts.receipt}<output>${receipt}</output></div><button type="button" class="tl-second tl-script" data-act="copy">${texts.copy}</button></div>`

/** The same words in a browser with scripts, whose page puts the receipt in, and in the answer to a plain form. */
const thanksOf = ({ content: { settings } }: PageForm, receipt: string) =>
  html`<h1 class="tl-title" tabindex="-1">${formSpec.thanks}</h1><p class="tl-text">${formSpec.recorded}</p>${settings.thank_you && html`<p class="tl-text">${settings.thank_you}</p>`}${receiptOf(receipt)}`

const thanksTemplate = (form: PageForm) =>
  html`<template id="thanks">${thanksOf(form, '')}<p class="tl-acts"><button type="button" class="tl-plain" data-act="print">${texts.print}</button> <button type="button" class="tl-plain" data-act="another">${texts.another}</button></p></template>`

/** A field that people neither see nor reach; programs fill it in. */
const TRAP = html`<div class="tl-trap" aria-hidden="true"><label>${texts.trap}<input name="${RESPONSE_KEYS.trap}" tabindex="-1" autocomplete="off"></label></div>`

const hasOwnButton = ({ content: { elements } }: PageForm) =>
  pagesOf(elements)
    .at(-1)
    ?.elements.some(({ type }) => type === 'button')

function feet(form: PageForm, pages: number): Html {
  const several = pages > 1
  const back =
    several && html`<button type="button" class="tl-plain tl-script" data-act="back" hidden>${formTexts.back}</button>`
  const next =
    several && html`<button type="button" class="tl-button tl-script" data-act="next">${formTexts.next}</button>`
  const send = html`<button type="submit" class="tl-button${several ? ' tl-later' : ''}" data-act="send"${attributes({ hidden: hasOwnButton(form) })}>${form.content.settings.submitButtonText || DEFAULT_SUBMIT_TEXT}</button>`
  return html`<div class="tl-foot">${back}<div>${next}${send}<p class="tl-note" data-wait hidden></p></div></div><p class="tl-note tl-script" data-saved role="status" hidden>${texts.saved}</p>`
}

/** What a plain form that was refused is shown with: its answers, and what is wrong with them. */
export interface FilledIn {
  states: Record<string, ElementState>
  title: string
  text: string
}

function alertOf(form: PageForm, { states, title, text }: FilledIn): Html {
  const wrong = form.content.elements.filter(({ id }) => states[id]?.problem !== undefined)
  const [first] = wrong
  const link = first && html` <a href="#${controlId(first.id)}">${formTexts.needFixing(wrong.length)}</a>.`
  return html`<div class="tl-alert" role="alert"><strong>${title}</strong>${text}${link}</div>`
}

/** Fields that a blank form does not show wait for the script, so that the page does not jump when it comes. */
function hiddenAtFirst(form: PageForm): Record<string, ElementState> {
  const { hidden } = checkResponse(form.compiled, {}, 0)
  return Object.fromEntries(hidden.map((id) => [id, { later: true }]))
}

export function formPage(form: PageForm, assets: PageAssets | undefined, filled?: FilledIn): string {
  const pages = pagesOf(form.content.elements).length
  const { heading, rest } = openingOf(form)
  const shown =
    form.content.elements.length === 0
      ? html`<p class="tl-no-content">${formSpec.noContent}</p>`
      : html`${renderPages(rest, filled?.states ?? hiddenAtFirst(form))}${TRAP}${feet(form, pages)}`
  const content = html`${stepsOf(form, pages)}<div data-alert>${filled && alertOf(form, filled)}</div><div class="tl-intro" data-intro><h1 class="tl-title">${heading}</h1>${form.content.description && html`<p class="tl-text">${form.content.description}</p>`}</div><form method="post" enctype="multipart/form-data" novalidate data-form="${JSON.stringify(dataOf(form))}"><input type="hidden" name="${RESPONSE_KEYS.version}" value="${form.number}">${shown}</form>${thanksTemplate(form)}`
  return page({
    title: form.content.title,
    assets,
    script: true,
    content: html`<div data-strips></div>${card(form, content)}`,
  })
}

/** `day`: until when it was open, where it closed on a day. */
export type Closed = { because: 'by_hand' | 'date' | 'limit'; day: string | undefined }

function reasonOf(title: string, { because, day }: Closed): string {
  if (because === 'limit') return texts.closed.full(title)
  return day === undefined ? texts.closed.byHand(title) : texts.closed.since(title, day)
}

export function closedPage(form: PageForm, assets: PageAssets | undefined, closed: Closed): string {
  const { title, settings } = form.content
  const { contact } = settings
  const facts =
    contact && html`<dl class="tl-facts"><div><dt>${texts.closed.contact}</dt><dd>${contact}</dd></div></dl>`
  const content = html`<p class="tl-head"><strong>${form.organisation}</strong></p><h1 class="tl-title">${texts.closed.title}</h1><p class="tl-text">${reasonOf(title, closed)}</p>${facts}`
  return page({ title: form.content.title, assets, content: card(form, content) })
}

export function thanksPage(form: PageForm, assets: PageAssets | undefined, receipt: string): string {
  const content = html`<p class="tl-head"><strong>${form.organisation}</strong></p>${thanksOf(form, receipt)}`
  return page({ title: form.content.title, assets, content: card(form, content) })
}

const plainCard = (title: string, rest: Html) =>
  html`<main class="tl-card"><div class="tl-body"><h1 class="tl-title">${title}</h1>${rest}</div></main>`

export const notFoundPage = (assets: PageAssets | undefined): string =>
  page({
    title: texts.notFound.title,
    assets,
    content: plainCard(texts.notFound.title, html`<p class="tl-text">${texts.notFound.text}</p>`),
  })

/** The server could not show the form, or not take what was sent. */
export const failedPage = (assets: PageAssets | undefined, title: string, text?: string): string =>
  page({
    title,
    assets,
    content: plainCard(
      title,
      html`${text && html`<p class="tl-text">${text}</p>`}<p><a href="">${texts.tryAgain}</a></p>`,
    ),
  })
