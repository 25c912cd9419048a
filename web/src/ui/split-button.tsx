import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { buttonClass } from './button-style.ts'
import { Menu } from './menu.tsx'
import { uiTexts } from './ui.texts.ts'

type SplitButtonProps = Omit<ButtonProps, 'variant' | 'block'> & {
  variant?: 'primary' | 'secondary'
  /** MenuItems with the less usual ways to do the same. */
  menu: ReactNode
  menuLabel?: string
  /** The menu can be used although the button itself is disabled. */
  menuStays?: boolean
}

export function SplitButton(props: SplitButtonProps) {
  const { variant = 'secondary', size = 'md', menu, menuLabel, menuStays, ...rest } = props
  const divider = variant === 'primary' ? 'border-l border-l-on-accent/25' : '-ml-px'
  return (
    <span className="inline-flex">
      <Button {...rest} variant={variant} size={size} className="rounded-r-none focus-visible:z-10" />
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            aria-label={menuLabel ?? uiTexts.moreActions}
            disabled={!menuStays && rest.disabled}
            className={buttonClass({
              variant,
              size,
              className: `w-7 rounded-l-none px-0! focus-visible:z-10 ${divider}`,
            })}
          >
            <ChevronDown size={14} strokeWidth={2} aria-hidden />
          </button>
        }
      >
        {menu}
      </Menu>
    </span>
  )
}
