import type { WebsiteContent } from '@throughline/contracts/website-content'
import { useState } from 'react'
import type { Writing } from './text-editor.tsx'

export type ElementMenu = 'move' | 'add'

/** The page on the canvas with what is selected and written on it; a page that was deleted gives way to the first. */
export function useView(content: WebsiteContent) {
  const [wanted, setPage] = useState<string>()
  const [selected, setSelected] = useState<string>()
  const [writing, write] = useState<Writing>()
  const [menu, openMenu] = useState<ElementMenu>()
  const found = content.pages.findIndex(({ id }) => id === wanted)
  const at = found === -1 ? 0 : found
  const select = (id: string | undefined) => {
    setSelected(id)
    write(undefined)
  }
  const open = (id: string) => {
    setPage(id)
    select(undefined)
  }
  return { at, page: content.pages[at], open, selected, select, writing, write, menu, openMenu }
}

export type View = ReturnType<typeof useView>
