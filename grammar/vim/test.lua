-- What `test` does inside of Neovim.

local function said(text)
  io.stdout:write(text .. "\n")
end

local function check(name, holds, found)
  if not holds then
    said(name .. ": wrong: " .. vim.inspect(found))
    vim.cmd("cquit")
  end
  said(name .. ": right")
end

local function ask(method, line, character, more)
  local params = vim.tbl_extend("force", {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = line, character = character },
  }, more or {})
  local answers = vim.lsp.buf_request_sync(0, "textDocument/" .. method, params, 10000) or {}
  for _, answer in pairs(answers) do
    return answer.result
  end
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, true)
end

check("kind of file", vim.bo.filetype == "cg", vim.bo.filetype)
local colour = vim.fn.synIDattr(vim.fn.synID(1, 9, 1), "name")
check("colours", colour:find("^cg"), colour)

local messages
vim.wait(10000, function()
  messages = vim.diagnostic.get(0)
  return #messages > 1
end)
check("messages", #messages == 2 and messages[1].lnum == 2 and messages[1].message:find("domineering"), messages)

local offered = ask("completion", 3, 6) or {}
local labels = vim.tbl_map(function(item) return item.label end, offered.items or offered)
check("completion", vim.tbl_contains(labels, "thermograph"), labels)

local help = ask("hover", 1, 9) or {}
check("help", vim.inspect(help):find("heap"), help)

local places = ask("references", 1, 1, { context = { includeDeclaration = true } }) or {}
check("references", #places == 3, places)

vim.api.nvim_win_set_cursor(0, { 2, 1 })
vim.lsp.buf.rename("pile")
vim.wait(10000, function() return lines()[2]:find("pile") end)
check("rename", lines()[1] == "pile(n) := nim(n)" and lines()[2] == "pile(3) + pile( 4 )", lines())

vim.cmd("normal! 4Gdd")
local edits = ask("formatting", 0, 0, { options = { tabSize = 2, insertSpaces = true } }) or {}
vim.lsp.util.apply_text_edits(edits, 0, "utf-16")
check("form", lines()[2] == "pile(3) + pile(4)", lines())
vim.cmd("quitall!")
