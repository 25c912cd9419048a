import { createRootRoute } from '@tanstack/react-router'
import { AppRoot } from '../app-root.tsx'
import { WholePageTrouble } from '../trouble.tsx'

export const rootRoute = createRootRoute({ component: AppRoot, errorComponent: WholePageTrouble })
