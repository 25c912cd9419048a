import type { WebsiteElement, WebsiteElementType, WebsitePage } from '@throughline/contracts/website-content'
import type { ReactElement } from 'react'
import { Menu } from '../../../ui/menu.tsx'
import { MenuGroup, MenuItem, MenuSeparator } from '../../../ui/menu-items.tsx'
import { texts as builderTexts } from '../builder.texts.ts'
import { KIND_ICONS, KINDS, labelOf } from './element-kinds.ts'
import type { ElementActs } from './use-element-acts.ts'

const texts = builderTexts.moving

/** Opened by its trigger, or by a key at an anchor. */
type Opening = { trigger: ReactElement } | { anchor: Element | null; onClose: () => void }

const rootOf = (opening: Opening) =>
  'trigger' in opening
    ? { trigger: opening.trigger }
    : { anchor: opening.anchor, open: true, onOpenChange: (open: boolean) => !open && opening.onClose() }

/** What can be added, where it was opened. */
export function AddMenu({ onAdd, ...opening }: Opening & { onAdd: (type: WebsiteElementType) => void }) {
  return (
    <Menu {...rootOf(opening)} align="center">
      <MenuGroup label={builderTexts.add}>
        {KINDS.map((type) => (
          <MenuItem key={type} icon={KIND_ICONS[type]} onSelect={() => onAdd(type)}>
            {builderTexts.kinds[type]}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  )
}

const MAX_HEADINGS = 12

export type MoveMenuProps = {
  element: WebsiteElement
  elements: readonly WebsiteElement[]
  otherPages: readonly WebsitePage[]
  acts: ElementActs
}

/** The twin of every drag. */
export function MoveMenu({ element, elements, otherPages, acts, ...opening }: MoveMenuProps & Opening) {
  const { id } = element
  const at = elements.findIndex((one) => one.id === id)
  const [isFirst, isLast] = [at === 0, at === elements.length - 1]
  const headings = elements
    .filter((one, place) => (one.type === 'heading' || one.type === 'section') && one.id !== id && place !== at - 1)
    .slice(0, MAX_HEADINGS)
  return (
    <Menu {...rootOf(opening)}>
      <MenuGroup label={texts.title(builderTexts.kinds[element.type], labelOf(element))}>
        <MenuItem disabled={isFirst} kbd="⌥↑" onSelect={() => acts.move(id, -1)}>
          {texts.up}
        </MenuItem>
        <MenuItem disabled={isLast} kbd="⌥↓" onSelect={() => acts.move(id, 1)}>
          {texts.down}
        </MenuItem>
        <MenuItem disabled={isFirst} kbd="⌥Home" onSelect={() => acts.moveToTop(id)}>
          {texts.top}
        </MenuItem>
        <MenuItem disabled={isLast} kbd="⌥End" onSelect={() => acts.moveToEnd(id)}>
          {texts.end}
        </MenuItem>
      </MenuGroup>
      {(headings.length > 0 || otherPages.length > 0) && <MenuSeparator />}
      {headings.map((heading) => (
        <MenuItem key={heading.id} onSelect={() => acts.moveBelow(id, heading.id)}>
          {texts.below(labelOf(heading))}
        </MenuItem>
      ))}
      {otherPages.map((page) => (
        <MenuItem key={page.id} onSelect={() => acts.moveToPage(id, page.id)}>
          {texts.toPage(page.title)}
        </MenuItem>
      ))}
    </Menu>
  )
}
