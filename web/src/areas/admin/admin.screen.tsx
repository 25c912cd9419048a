import type { CurrentUser } from '@throughline/contracts/auth'
import { Construction, LogOut, ShieldX } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Mark } from '../auth/parts/mark.tsx'
import { spec, texts } from './admin.texts.ts'

const AlertDialog = lazyPart(
  () => import('../../ui/alert-dialog.tsx'),
  (module) => module.AlertDialog,
)

type AdminScreenProps = { user: CurrentUser; onLogOut: () => Promise<void> }

/** For internal staff only; everyone else reads that they may not be here, and can leave. */
export function AdminScreen({ user, onLogOut }: AdminScreenProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="flex h-14 shrink-0 items-center gap-2.5 border-b bg-surface px-5">
        <Mark />
        <span className="text-md font-semibold">{texts.product}</span>
        <span className="flex-1 text-fg-3">{texts.title}</span>
        <span className="text-sm text-fg-3 max-[599px]:hidden">
          {texts.signedInAs} <span translate="no">{user.email}</span>
        </span>
        <LogOutButton onLogOut={onLogOut} />
      </header>
      <main id="main" className="grid flex-1 place-items-center p-6">
        {user.is_internal ? (
          <>
            <h1 className="sr-only">{texts.title}</h1>
            <Empty icon={Construction} title={texts.title} hint={texts.empty} />
          </>
        ) : (
          <Denied />
        )}
      </main>
    </div>
  )
}

function Denied(): ReactNode {
  return (
    <div className="max-w-100 text-center">
      <span aria-hidden className="mx-auto mb-4 grid size-12 place-items-center rounded-xl bg-danger-bg text-danger-fg">
        <ShieldX size={22} strokeWidth={1.8} />
      </span>
      <h1 className="text-xl">{spec.denied}</h1>
      <p className="mt-1.5 text-md text-fg-2">{spec.deniedText}</p>
      <p className="mt-1 text-md text-fg-2">{spec.deniedAdvice}</p>
    </div>
  )
}

function LogOutButton({ onLogOut }: Pick<AdminScreenProps, 'onLogOut'>) {
  const [asked, setAsked] = useState<boolean>()
  return (
    <>
      <Button icon={LogOut} onClick={() => setAsked(true)}>
        {spec.logOut}
      </Button>
      {asked !== undefined && (
        <Suspense>
          <AlertDialog
            open={asked}
            onClose={() => setAsked(false)}
            title={spec.logOutQuestion}
            confirmLabel={spec.logOut}
            tone="primary"
            onConfirm={onLogOut}
          />
        </Suspense>
      )}
    </>
  )
}
