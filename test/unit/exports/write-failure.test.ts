// The reasons why a file could not be written, grouped by what a person can do about them.
import { describe, expect, it } from 'vitest'
import { exportFailureCodes } from '../../../src-main/exports/index.ts'
import { writeFailure } from '../../../src-main/exports/write-failure.ts'
import { textsIn } from './a-day.ts'

const failing = (code: string, syscall: string): Error => Object.assign(new Error(`${code}: no`), { code, syscall })

describe('a file that could not be written', () => {
  it.each([
    ['EBUSY', 'rename', 'file_held'],
    ['EPERM', 'rename', 'file_held'],
    ['EACCES', 'rename', 'file_held'],
    ['EISDIR', 'rename', 'file_held'],
    ['ENOSPC', 'write', 'disk_full'],
    ['ENOSPC', 'rename', 'disk_full'],
    ['EDQUOT', 'write', 'disk_full'],
    ['EACCES', 'open', 'folder_refused'],
    ['EPERM', 'open', 'folder_refused'],
    ['EROFS', 'open', 'folder_refused'],
    ['EEXIST', 'mkdir', 'folder_refused'],
    ['ENOTDIR', 'mkdir', 'folder_refused'],
    ['EIO', 'fsync', 'write_failed'],
  ])('for %s of %s is %s', (code, syscall, wanted) => {
    expect(writeFailure('a.dxf', failing(code, syscall))).toEqual({
      code: wanted,
      files: ['a.dxf'],
      message: `${code}: no`,
    })
  })

  it('has no system code if the system returned none', () => {
    expect(writeFailure('a.dxf', 'odd')).toEqual({ code: 'write_failed', files: ['a.dxf'], message: 'odd' })
  })

  it('has a text with its name in both languages', () => {
    for (const language of ['nb', 'en'] as const)
      for (const code of exportFailureCodes) {
        const sentence = textsIn(language).say(`export_failure.${code}`, { files: 'a.dxf', message: 'odd' })
        expect(sentence).toMatch(/a\.dxf|odd/)
        expect(sentence).not.toMatch(/export_failure|\{\{/)
      }
  })
})
