import { useEffect } from 'react'
import { WaitingScreen } from '../../areas/auth/waiting.screen.tsx'
import { goLive } from '../live.ts'

/** Hears of the approval by its socket, so that the workspace opens at once. */
export function WaitingPage({ onLogOut }: { onLogOut: () => void }) {
  useEffect(() => goLive(), [])
  return <WaitingScreen onLogOut={onLogOut} />
}
