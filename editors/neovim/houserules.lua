-- Houserules in Neovim 0.7 or later: put this file into lua/, and `require("houserules")` into init.lua.
local M = {}

local function root(file)
  local mark = vim.fs and vim.fs.find({ ".git", "games" }, { upward = true, path = file })[1]
  return mark and vim.fn.fnamemodify(mark, ":h") or vim.fn.fnamemodify(file, ":p:h")
end

-- `vim.g.houserules_program`: the program, if it is not on the PATH.
local client
function M.attach(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  client = client
    or vim.lsp.start_client({
      name = "houserules",
      cmd = { vim.g.houserules_program or "houserules", "lsp" },
      root_dir = root(file),
      workspace_folders = { { uri = vim.uri_from_fname(root(file)), name = "games" } },
      on_exit = function()
        client = nil
      end,
    })
  if client then
    vim.lsp.buf_attach_client(buffer, client)
  end
  return client
end

-- The lens "Play": a game at a terminal.
vim.lsp.commands = vim.lsp.commands or {}
vim.lsp.commands["houserules.play"] = function(command)
  local call = { vim.g.houserules_program or "houserules", "play" }
  for at, file in ipairs(command.arguments) do
    if at > 1 then
      table.insert(call, "--variant")
    end
    table.insert(call, file)
  end
  vim.cmd("tabnew")
  vim.fn.termopen(call)
end

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.rules",
  callback = function(at)
    vim.bo[at.buf].filetype = "houserules"
    vim.bo[at.buf].commentstring = "// %s"
    vim.bo[at.buf].shiftwidth = 2
    vim.bo[at.buf].expandtab = true
    M.attach(at.buf)
  end,
})

return M
