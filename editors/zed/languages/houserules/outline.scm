(item
  layer: (keyword)? @context
  keyword: (keyword) @context
  name: (_) @name) @item
