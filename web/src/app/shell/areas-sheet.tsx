import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { Dialog } from '../../ui/dialog.tsx'
import { texts } from '../late.texts.ts'
import { isFor, NAV_ITEMS } from './nav-items.ts'

type AreasSheetProps = { user: CurrentUser; open: boolean; onClose: () => void }

/** Everything of the navigation that has no place in the bottom bar. */
export function AreasSheet({ user, open, onClose }: AreasSheetProps) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.phone.everything}>
      <ul className="-mx-2">
        {NAV_ITEMS.filter(isFor(user)).map(({ key, label, icon: Icon, to }, position) => (
          <li key={key}>
            <Link
              to={to}
              data-first={position === 0 || undefined}
              onClick={onClose}
              className="inset-focus flex h-11 items-center gap-3 rounded-sm px-2 text-md text-fg hover:bg-surface-3"
            >
              <Icon size={18} strokeWidth={1.8} aria-hidden className="text-fg-3" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
