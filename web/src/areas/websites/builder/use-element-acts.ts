import type { WebsiteElement, WebsiteElementType } from '@throughline/contracts/website-content'
import { useState } from 'react'
import { texts } from '../builder.texts.ts'
import { addElement, changeElement, duplicateElement, moveElement, removeElement } from './model.ts'
import type { Site } from './use-site.ts'

/** What can be done to the elements of the page on the canvas; moves are said aloud. */
export function useElementActs(
  site: Site,
  page: string,
  selected: string | undefined,
  select: (id: string | undefined) => void,
) {
  const [announcement, announce] = useState('')
  const elements = site.content.pages.find(({ id }) => id === page)?.elements ?? []
  const at = (id: string) => elements.findIndex((one) => one.id === id)
  const acts = {
    add: (type: WebsiteElementType) => {
      const { content, id } = addElement(site.content, page, type, selected)
      site.edit(content)
      select(id)
    },
    change: (element: WebsiteElement) => site.edit(changeElement(site.content, page, element), `${page} ${element.id}`),
    move: (id: string, by: number) => {
      const to = at(id) + by
      const element = elements[at(id)]
      if (!element || to < 0 || to >= elements.length) return
      site.edit(moveElement(site.content, page, id, by))
      announce(texts.movedTo(texts.kinds[element.type], to + 1, elements.length))
    },
    duplicate: (id: string) => {
      const copy = duplicateElement(site.content, page, id)
      site.edit(copy.content)
      select(copy.id)
    },
    remove: (id: string) => {
      const next = elements[at(id) + 1] ?? elements[at(id) - 1]
      site.edit(removeElement(site.content, page, id))
      select(next?.id)
    },
  }
  return { acts, elements, announcement }
}

export type ElementActs = ReturnType<typeof useElementActs>['acts']
