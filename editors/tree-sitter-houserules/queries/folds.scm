(block) @fold
((prose)+ @fold)
