import { startLanding } from './start-landing.ts'

startLanding()
