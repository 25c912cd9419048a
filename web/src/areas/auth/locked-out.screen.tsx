import { UserRoundX } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { AuthFrame } from './parts/auth-frame.tsx'
import { AuthTitle } from './parts/auth-title.tsx'
import { texts } from './parts/second-factor.texts.ts'

/** Takes the place of everything: the person may no longer see what was on the screen. */
export function LockedOutScreen({ organization, onLeave }: { organization: string; onLeave: () => void }) {
  return (
    <AuthFrame>
      <div role="alert">
        <AuthTitle title={texts.lockedOutTitle(organization)} icon={UserRoundX} focus>
          {texts.lockedOutNote(organization)}
        </AuthTitle>
      </div>
      <Button variant="primary" size="lg" block onClick={onLeave}>
        {texts.toSignIn}
      </Button>
    </AuthFrame>
  )
}
