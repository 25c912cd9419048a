import type { FormElement, FormSettings } from '@throughline/contracts/form-content'
import { useMemo } from 'react'
import { texts } from '../builder.texts.ts'
import type { Banner, Content } from './model/content.ts'
import * as edits from './model/edits.ts'
import { type Insertable, newElement } from './model/elements.ts'
import { blocksOf, pageOf } from './model/pages.ts'
import type { FormSession } from './session.ts'

/** Where something new goes: behind an element, or to the end of a page. */
export type Spot = { after: string } | { page: number }

type Elements = readonly FormElement[]

const withElements = (content: Content, elements: Elements): Content =>
  elements === content.elements ? content : { ...content, elements }

const put = (elements: Elements, spot: Spot, added: Elements): Elements =>
  'after' in spot ? edits.insertAfter(elements, spot.after, added) : edits.append(elements, spot.page, added)

/** Who has the focus when this one is gone: the one behind it on its page, else the one before it. */
function neighbourOf(elements: Elements, id: string): string | undefined {
  const block = blocksOf(elements)[pageOf(elements, id)]
  const at = block?.elements.findIndex((one) => one.id === id) ?? -1
  return (block?.elements[at + 1] ?? block?.elements[at - 1])?.id
}

type Selection = {
  select: (id: string | undefined) => void
  /** And its words are to be typed. */
  follow: (id: string | undefined) => void
}

/** Everything that can be done to a form; what it is about is selected then. */
export function useEdits(session: FormSession, { select, follow }: Selection) {
  return useMemo(() => {
    const elements = () => session.get().content.elements
    const ids = () => session.get().ids
    const alter = (change: (elements: Elements) => Elements, what?: string) =>
      session.edit((content) => withElements(content, change(content.elements)), what)

    return {
      add: (kind: Insertable, spot: Spot, label?: string) => {
        const added = newElement(kind, ids(), label)
        alter((all) => put(all, spot, [added]))
        follow(added.id)
      },
      /** One text field for each line. */
      addLines: (lines: readonly string[], spot: Spot) => {
        const taken = [...ids()]
        const added = lines.map((line) => {
          const element = newElement('textbox', taken, line)
          taken.push(element.id)
          return element
        })
        alter((all) => put(all, spot, added))
        select(added.at(-1)?.id)
      },
      change: (id: string, patch: Partial<FormElement>, what?: string) =>
        alter((all) => edits.change(all, id, patch), what && `${id}.${what}`),
      retype: (id: string, type: string) =>
        alter((all) => all.map((one) => (one.id === id ? edits.retype(one, type, texts.defaultOptions) : one))),
      remove: (id: string) => {
        const next = neighbourOf(elements(), id)
        alter((all) => edits.remove(all, id))
        follow(next)
      },
      move: (id: string, by: -1 | 1) => {
        alter((all) => edits.moveBy(all, id, by))
        follow(id)
      },
      moveTo: (id: string, to: Parameters<typeof edits.moveTo>[2]) => {
        alter((all) => edits.moveTo(all, id, to))
        follow(id)
      },
      duplicate: (id: string) => {
        const copied = edits.duplicate(elements(), id, ids())
        alter(() => copied.elements)
        follow(copied.id)
      },
      addPage: (after: number) => {
        const titles: [string, string] = [texts.pageTitle(1), texts.pageTitle(blocksOf(elements()).length + 1)]
        alter((all) => edits.addPage(all, after, ids(), titles))
      },
      movePage: (page: number, to: number) => alter((all) => edits.movePage(all, page, to, ids(), texts.pageTitle(1))),
      removePage: (page: number) => alter((all) => edits.removePage(all, page)),
      setTitle: (title: string) => session.edit((content) => ({ ...content, title }), 'title'),
      setDescription: (description: string) => session.edit((content) => ({ ...content, description }), 'description'),
      setSettings: (patch: Partial<FormSettings>, what: string) =>
        session.edit((content) => ({ ...content, settings: { ...content.settings, ...patch } }), `settings.${what}`),
      setBanner: (banner: Banner | null, what?: string) =>
        session.edit((content) => ({ ...content, banner }), what && `banner.${what}`),
      undo: () => session.tell({ type: 'undone' }),
      redo: () => session.tell({ type: 'redone' }),
    }
  }, [session, select, follow])
}

export type Edits = ReturnType<typeof useEdits>
