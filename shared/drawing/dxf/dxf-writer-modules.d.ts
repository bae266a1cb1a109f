// The types of the parts of dxf-writer that the DXF of a blank uses. The package's own types omit handles, bulges and custom shapes.
declare module 'dxf-writer/src/Drawing.js' {
  class Drawing {
    readonly layers: Readonly<Record<string, object>>
    readonly modelSpace: { readonly handle: string }
    addLineType(name: string, description: string, elements: readonly number[]): this
    addLayer(name: string, colorNumber: number, lineTypeName: string): this
    setActiveLayer(name: string): this
    drawCircle(x: number, y: number, radius: number): this
    drawLine(x1: number, y1: number, x2: number, y2: number): this
    drawText(x: number, y: number, height: number, rotation: number, text: string): this
    drawPolyline(points: readonly (readonly [number, number, number?])[], closed: boolean): this
    header(variable: string, values: readonly (readonly [number, number | string])[]): this
    setUnits(unit: 'Millimeters'): this
    toDxfString(): string
  }
  export = Drawing
}

declare module 'dxf-writer/src/DatabaseObject.js' {
  import type TagsManager from 'dxf-writer/src/TagsManager.js'

  class DatabaseObject {
    layer: { readonly name: string }
    ownerObjectHandle: string
    /** Returns the next handle. */
    constructor(subclass: readonly string[])
    tags(manager: TagsManager): void
  }
  export = DatabaseObject
}

declare module 'dxf-writer/src/Arc.js' {
  import type DatabaseObject from 'dxf-writer/src/DatabaseObject.js'

  class Arc extends DatabaseObject {
    constructor(x: number, y: number, radius: number, startAngle: number, endAngle: number)
  }
  export = Arc
}

declare module 'dxf-writer/src/Circle.js' {
  import type DatabaseObject from 'dxf-writer/src/DatabaseObject.js'

  class Circle extends DatabaseObject {
    constructor(x: number, y: number, radius: number)
  }
  export = Circle
}

declare module 'dxf-writer/src/Polyline.js' {
  import type DatabaseObject from 'dxf-writer/src/DatabaseObject.js'

  class Polyline extends DatabaseObject {
    constructor(points: readonly (readonly [number, number, string?])[], closed: boolean)
  }
  export = Polyline
}

declare module 'dxf-writer/src/Text.js' {
  import type DatabaseObject from 'dxf-writer/src/DatabaseObject.js'

  class Text extends DatabaseObject {
    constructor(x: number, y: number, height: number, rotation: number, text: string)
  }
  export = Text
}

declare module 'dxf-writer/src/TagsManager.js' {
  class TagsManager {
    push(code: number, value: number | string): void
    point(x: number, y: number): void
    toDxfString(): string
  }
  export = TagsManager
}

declare module 'dxf-writer/src/Handle.js' {
  const Handle: { seed: number; peek(): string }
  export = Handle
}
