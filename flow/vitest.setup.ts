import { configureGlobal } from 'fast-check'
import { seedOfThisRun } from './src/testing/seed.ts'

configureGlobal({ seed: seedOfThisRun() })
