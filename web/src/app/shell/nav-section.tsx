import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { cn } from '../../ui/cn.ts'
import type { NavSection as Section } from './nav-items.ts'
import { NavLink } from './nav-link.tsx'
import { useSectionOpen } from './nav-state.ts'

type NavSectionProps = { section: Section; active: string | undefined; collapsed: boolean }

export function NavSection({ section, active, collapsed }: NavSectionProps) {
  const id = useId()
  const current = section.items.some((item) => item.key === active)
  const { open, toggle } = useSectionOpen(section.key, section.open, current)
  return (
    <div className={collapsed ? 'mt-2 border-t border-line-strong/60 pt-2' : 'mt-3'}>
      {collapsed ? (
        <span id={`${id}-label`} className="sr-only">
          {section.label}
        </span>
      ) : (
        <button
          type="button"
          id={`${id}-label`}
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
          className="inset-focus flex h-7 w-full items-center gap-1 rounded-sm px-2 text-xs font-medium text-fg-3 hover:text-fg"
        >
          {section.label}
          <ChevronRight size={13} aria-hidden className={cn('transition-transform', open && 'rotate-90')} />
        </button>
      )}
      <ul id={id} aria-labelledby={`${id}-label`} hidden={!open && !collapsed} className="space-y-px">
        {section.items.map((item) => (
          <li key={item.key}>
            <NavLink item={item} active={item.key === active} collapsed={collapsed} />
          </li>
        ))}
      </ul>
    </div>
  )
}
